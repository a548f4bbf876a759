import { hash } from 'node:crypto'
import type { MailState } from '../../../../schemas/buyer/buyer.ts'
import type { OutgoingLine } from '../../../../schemas/desk/outgoing.ts'
import type { Fields } from '../../../flow/answers/fields.ts'
import { leftOfSale } from '../../kernel/ledgerSql.ts'
import {
  dueEntries,
  ON_ITS_WAY,
  onItsWay,
  outboxRules,
  outboxSql,
  type Listed,
} from '../../kernel/outboxes.ts'
import {
  all,
  command,
  integer,
  integerOrNull,
  json,
  one,
  query,
  run,
  text,
  textOrNull,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'
import { optOuts } from '../privacy/optOuts.ts'

/** Emails with which a buyer gets the leads it bought in a period as a file. Only the period is stored. The leads are looked up when the
 *  email is sent, so nothing of a person has to be erased here. Times are UTC epoch ms, money integer cents. */

/** Days of a buyer's time zone, from midnight to midnight. `from` is included, `to` isn't. */
export interface CopyPeriod {
  from: number
  to: number
  zone: string
}

/** A period to be sent to one address of a buyer, at `sendAt`. */
export interface PlannedCopy extends CopyPeriod {
  buyer: string
  recipient: string
  sendAt: number
}

/** An email in progress. `key`: the same whenever the same email is sent. `attempt` counts from 1. */
export interface CopyAttempt extends CopyPeriod {
  buyer: string
  recipient: string
  key: string
  attempt: number
}

/** A lead that a buyer bought. `cents`: its price without what was returned. */
export interface SoldLead {
  key: string
  at: number
  cents: number
  aff_id: string
  lead: Fields
}

/** Plans an email, or gives one that is still planned another time. The same plan again changes nothing. */
const planCopy = ({ buyer, recipient, from, to, zone, sendAt }: PlannedCopy, now: number): Rule<number> =>
  run(copySql.plan, buyer, recipient, from, to, zone, sendAt, now)

/** True if the time of a planned email has come. */
function* hasCopiesToRelease(now: number): Rule<boolean> {
  return (yield* one(copySql.waiting, now)) !== null
}

/** Makes planned emails due whose time has come. Returns their number. */
const releaseCopies = (now: number): Rule<number> => run(copySql.release, now)

/** Period that was planned last for an address of a buyer, and whether it ended unsent because the buyer no longer wanted it. */
const lastCopy = (buyer: string, recipient: string): Rule<{ to_at: number; state: MailState } | null> =>
  one(copySql.last, buyer, recipient)

/** Begins an attempt of a due email; null if it isn't due, or no longer. */
function* beginCopy(
  context: WriteContext,
  copy: number,
  now: number,
  leaseMs?: number,
): Rule<CopyAttempt | null> {
  const row = yield* outbox.dueEntry(copy, now)
  if (!row) return null
  yield* outbox.begin(context, copy, now, leaseMs)
  const { buyer, recipient, from_at: from, to_at: to, zone, attempts } = row
  const key = hash('sha256', `${buyer} ${recipient} ${from} ${to}`).slice(0, 32)
  return { buyer, recipient, from, to, zone, key, attempt: attempts + 1 }
}

/** Due emails, longest waiting first. */
const dueCopies = (now: number, limit: number) => dueEntries(copySql, now, limit)

/** Leads that a buyer bought in a period, oldest first, and how many more there are than `limit`. People who were forgotten or opted out
 *  are left out. */
function* soldLeads(
  { buyer, from, to }: Pick<PlannedCopy, 'buyer' | 'from' | 'to'>,
  limit: number,
): Rule<{ leads: SoldLead[]; isCut: boolean }> {
  const found = yield* all(copySql.sold, buyer, from, to, limit + 1)
  const leads: SoldLead[] = []
  for (const { session_uuid, ...sold } of found.slice(0, limit))
    if ((yield* optOuts(session_uuid, Object.values(sold.lead).flat())).length === 0) leads.push(sold)
  return { leads, isCut: found.length > limit }
}

const COPIES = { table: 'lead_copies', key: 'copy', again: "state IN ('dead', 'refused')" } as const

const waits = (now: string) =>
  `state = 'due' AND attempts = 0 AND under_way = 0 AND due_at IS NULL AND send_at <= ${now}`

const copySql = {
  ...outboxSql(COPIES),
  plan: command(
    `INSERT INTO lead_copies
       (buyer, recipient, from_at, to_at, zone, send_at, state, attempts, under_way, due_at, message, at)
     VALUES ($1, $2, $3, $4, $5, $6, 'due', 0, 0, NULL, NULL, $7)
     ON CONFLICT (buyer, recipient, from_at, to_at) DO UPDATE SET send_at = excluded.send_at, zone = excluded.zone
     WHERE lead_copies.state = 'due' AND lead_copies.attempts = 0 AND lead_copies.due_at IS NULL
       AND lead_copies.send_at <> excluded.send_at`,
  ),
  waiting: query(`SELECT copy FROM lead_copies WHERE ${waits('$1')} LIMIT 1`, { copy: integer }),
  release: command(`UPDATE lead_copies SET due_at = $1 WHERE ${waits('$1')}`),
  last: query(
    `SELECT to_at, state FROM lead_copies WHERE buyer = $1 AND recipient = $2 ORDER BY to_at DESC LIMIT 1`,
    { to_at: integer, state: word<MailState>() },
  ),
  entry: query(
    ({ keepRows }) => `SELECT buyer, recipient, from_at, to_at, zone, ${ON_ITS_WAY}
     FROM lead_copies WHERE copy = $1 ${keepRows('lead_copies')}`,
    { buyer: text, recipient: text, from_at: integer, to_at: integer, zone: text, ...onItsWay<MailState>() },
  ),
  // Copies belong to no site, so they are listed only for operators of all sites.
  list: query(
    `SELECT copy AS entry, buyer, recipient, from_at, to_at, zone, state, attempts,
       CASE WHEN state = 'due' THEN COALESCE(due_at, send_at) END AS due_at, at, message AS last
     FROM lead_copies
     WHERE (state = $1 OR $1 IS NULL) AND at >= $2 AND at <= $3 AND copy < $4 AND (copy = $5 OR $5 = 0) AND $6 = '[]'
     ORDER BY copy DESC LIMIT $7`,
    {
      entry: integer,
      buyer: text,
      recipient: text,
      from_at: integer,
      to_at: integer,
      zone: text,
      state: word<MailState>(),
      attempts: integer,
      due_at: integerOrNull,
      at: integer,
      last: textOrNull,
    },
  ),
  sold: query(
    `SELECT outbox.key AS key, sales.at AS at, ${leftOfSale('sales.source', 'sales.external_id')} AS cents,
       sales.aff_id AS aff_id, sessions.uuid AS session_uuid, leads.lead AS lead
     FROM sales JOIN outbox ON outbox.session = sales.session AND outbox.offer = sales.offer
         AND outbox.buyer = sales.source AND outbox.external_id = sales.external_id
       JOIN sessions ON sessions.session = sales.session
       JOIN leads ON leads.entry = outbox.lead
     WHERE sales.source = $1 AND sales.at >= $2 AND sales.at < $3 AND sales.sold = 1 AND sessions.forgotten = 0
     ORDER BY sales.at, sales.entry LIMIT $4`,
    {
      key: text,
      at: integer,
      cents: integer,
      aff_id: text,
      session_uuid: text,
      lead: json<Fields>(),
    },
  ),
}

const outbox = outboxRules(copySql)

/** Copies for a list of what goes out. */
export function* listCopies(wanted: Listed<MailState>): Rule<OutgoingLine[]> {
  return (yield* outbox.list(wanted)).map(({ buyer, recipient, from_at, to_at, zone, ...line }) => ({
    ...line,
    kind: 'copy',
    name: buyer,
    account: recipient,
    period: { from: from_at, to: to_at, zone },
    session_uuid: '',
    path: '',
    offer: '',
    step: '',
    vendor: '',
  }))
}

export const copyNoun = {
  // Nothing else reads or changes these rows, and few are written a day.
  writes: ofRecords({ planCopy, releaseCopies, endCopy: outbox.end, replayCopy: outbox.replay }),
  writesInContext: ofRecords({ beginCopy }),
  writesOfEach: ofRecords({ resumeCopies: outbox.resume }),
  reads: { dueCopies, lastCopy, hasCopiesToRelease },
  slowReads: { soldLeads },
  sql: copySql,
}
