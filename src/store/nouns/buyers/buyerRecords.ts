import type { AuditChange } from '../../../../schemas/people/operator.ts'
import { audit } from '../operators/auditLog.ts'
import { all, command, integer, one, only, query, run, text, type Rule } from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Buyers besides those in the file. Each is a document without its secrets, and its sealed secrets. */

export interface BuyerLine {
  buyer: string
  /** Counts from 1; a new buyer in place of a removed one continues from there. */
  revision: number
  saved_by: string
  saved_at: number
}

export interface BuyerRecord extends BuyerLine {
  /** JSON. */
  document: string
  secrets: string
}

export interface ChangedBuyer {
  buyer: string
  /** Revision that it was made from; 0 if none. */
  from: number
  /** Null to remove it. */
  content: Pick<BuyerRecord, 'document' | 'secrets'> | null
  by: string
  at: number
  /** Fields that it changes, for the audit log. */
  changes?: readonly AuditChange[]
}

export interface SavedBuyer {
  /** False if someone saved since `from`; then nothing was changed. */
  isKept: boolean
  /** The buyer as it is now; null if there is none. */
  line: BuyerLine | null
}

/** Saves a buyer in place of the revision that it was made from, or removes it, and records that in the audit log. Saves only if no one has
 *  saved since the revision that it was made from, even if processes save at the same moment. */
function* saveBuyer({ buyer, from, content, by, at, changes }: ChangedBuyer): Rule<SavedBuyer> {
  const { document, secrets } = content ?? { document: '{}', secrets: '' }
  const parts = [buyer, document, secrets, by, at]
  const changed = yield* from === 0
    ? run(buyerSql.make, ...parts)
    : run(buyerSql.save, ...parts, from, content ? 0 : 1)
  const isKept = changed === 1
  const act = content ? 'save_buyer' : 'remove_buyer'
  if (isKept) yield* audit({ at, operator: by, act, about: buyer }, changes)
  return { isKept, line: yield* one(buyerSql.line, buyer) }
}

/** Null if it was removed. */
const buyer = (key: string): Rule<BuyerRecord | null> => one(buyerSql.buyer, key)

/** Buyers by key. */
const buyers = (): Rule<BuyerRecord[]> => all(buyerSql.buyers)

/** Revision that grows with every change of a buyer. */
function* buyersRevision(): Rule<number> {
  return (yield* only(buyerSql.revision)).revision
}

const line = { buyer: text, revision: integer, saved_by: text, saved_at: integer }
const LINE = 'buyer, revision, saved_by, saved_at'

const buyerSql = {
  make: command(
    `INSERT INTO buyers (buyer, revision, document, secrets, removed, saved_by, saved_at)
     VALUES ($1, 1, $2, $3, 0, $4, $5)
     ON CONFLICT (buyer) DO UPDATE SET revision = buyers.revision + 1, document = excluded.document,
       secrets = excluded.secrets, removed = 0, saved_by = excluded.saved_by, saved_at = excluded.saved_at
     WHERE buyers.removed = 1`,
  ),
  save: command(
    `UPDATE buyers SET revision = revision + 1, document = $2, secrets = $3, saved_by = $4, saved_at = $5, removed = $7
     WHERE buyer = $1 AND revision = $6 AND removed = 0`,
  ),
  buyer: query(`SELECT ${LINE}, document, secrets FROM buyers WHERE buyer = $1 AND removed = 0`, {
    ...line,
    document: text,
    secrets: text,
  }),
  line: query(`SELECT ${LINE} FROM buyers WHERE buyer = $1 AND removed = 0`, line),
  buyers: query(`SELECT ${LINE}, document, secrets FROM buyers WHERE removed = 0 ORDER BY buyer`, {
    ...line,
    document: text,
    secrets: text,
  }),
  revision: query('SELECT CAST(COALESCE(SUM(revision), 0) AS BIGINT) AS revision FROM buyers', {
    revision: integer,
  }),
}

export const buyerNoun = {
  writes: ofRecords({ saveBuyer }),
  reads: { buyers, buyer, buyersRevision },
  sql: buyerSql,
}
