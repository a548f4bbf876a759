import type { Problem } from '../../../schemas/author/problem.ts'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { KnownBuyer } from '../../../schemas/desk/buyers.ts'
import type { BuyerLine, BuyerRecord, SavedBuyer } from '../../store/nouns/buyers/buyerRecords.ts'
import type { Store } from '../../store/store.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { BUYER_REFUSALS } from './buyerRefusals.ts'
import { BUYERS_FILE } from '../delivery/wrongBuyers.ts'
import type { Buyers } from '../delivery/attempt.ts'
import { changedFields, changedSecrets } from '../kernel/changedFields.ts'
import { refusal } from '../kernel/problem.ts'
import type { Settings } from '../settings/settings.ts'
import { momentText } from '../../time/momentText.ts'
import { serialize } from '../kernel/serialize.ts'
import {
  emptySecrets,
  joined,
  keptFor,
  withoutSecrets,
  type OpenDocument,
  type Secrets,
} from './buyerSecrets.ts'
import { checkBuyer } from './checkBuyer.ts'
import { sealedBy, type Seal } from '../settings/sealing.ts'

/** Buyers that receive leads: those in the file, those in the store, and the demo's. If the file and the store both define a key, the
 *  file's buyer is used, and the stored one reports that. The demo's has only the keys that neither defines. */
export interface KeptBuyers {
  /** Buyers in use now. The map changes in place. */
  inUse: Buyers
  /** Loads changes saved since the last call, by this process or another. Resolves to true if there were any. */
  refresh(): Promise<boolean>
  /** All buyers with their keys, without secrets. */
  all(): KnownBuyer[]
  /** The changed buyer with saved secrets filled in where the document leaves them empty; not saved. Rejects like `save`. */
  proposed(change: BuyerChange): Promise<Buyer>
  /** Rejects with 409 if the file has the key or someone saved after `revision`, and with 422 if the document is invalid. */
  save(change: BuyerChange & { by: string }): Promise<KnownBuyer>
  remove(change: Omit<BuyerChange, 'document'> & { by: string }): Promise<void>
}

export interface BuyerChange {
  buyer: string
  revision: number
  document: OpenDocument
}

export async function keptBuyers({
  store,
  settings,
  ofFile,
  ofDemo = new Map(),
  now,
}: {
  store: Store
  settings: Pick<Settings, 'secretsKeys' | 'localTargets'>
  ofFile: Buyers
  ofDemo?: Buyers
  now: () => number
}): Promise<KeptBuyers> {
  const seal = sealedBy([...settings.secretsKeys, await store.secret('buyers')], 'buyers')
  const { localTargets } = settings
  const inUse = new Map(ofFile)
  let known: KnownBuyer[] = []
  let seen = -1

  /** Returns the buyer that a record describes, or the reason it isn't used. */
  function read(record: BuyerRecord, others: Buyers): { buyer: Buyer } | { problem: string } {
    if (ofFile.has(record.buyer)) return { problem: BUYER_REFUSALS.inBoth }
    const secrets = secretsOf(seal, record)
    if (!secrets) return { problem: BUYER_REFUSALS.sealed }
    const checked = checkBuyer(record.buyer, joined(parsed(record), secrets), { others, localTargets })
    return 'buyer' in checked ? checked : { problem: BUYER_REFUSALS.outdated(checked.problems[0]!.message) }
  }
  async function takeUp() {
    const revision = await store.buyersRevision()
    if (revision === seen) return false
    const next = new Map(ofFile)
    const lines = [...ofFile].map(([buyer, document]) => lineFrom('file', buyer, document))
    const records = await store.buyers()
    for (const record of records) {
      const found = read(record, next)
      if ('buyer' in found) next.set(record.buyer, found.buyer)
      lines.push(lineOf(record, 'problem' in found ? found.problem : null))
    }
    const defined = new Set([...ofFile.keys(), ...records.map(({ buyer }) => buyer)])
    for (const [buyer, document] of ofDemo) {
      if (defined.has(buyer)) continue
      next.set(buyer, document)
      lines.push(lineFrom('demo', buyer, document))
    }
    known = lines.sort((a, b) => (a.buyer < b.buyer ? -1 : a.buyer > b.buyer ? 1 : 0))
    for (const buyer of inUse.keys()) if (!next.has(buyer)) inUse.delete(buyer)
    for (const [buyer, content] of next) inUse.set(buyer, content)
    seen = revision
    return true
  }
  // One at a time, so that an older read never overwrites a newer one.
  const inTurn = serialize()
  const refresh = () => inTurn('buyers', takeUp)
  /** The record that a change was made from; null for a new buyer. */
  async function before({ buyer, revision }: Omit<BuyerChange, 'document'>) {
    if (ofFile.has(buyer)) throw refusal(409, BUYER_REFUSALS.ofFile(buyer), { field: 'buyer' })
    const record = await store.buyer(buyer)
    if (!record && revision > 0) throw refusal(404, BUYER_REFUSALS.none(buyer), { field: 'buyer' })
    if (record && record.revision !== revision) throw savedSince(record)
    return record
  }
  async function proposed(change: BuyerChange): Promise<Buyer> {
    const { buyer, document } = change
    const record = await before(change)
    await refresh()
    const secrets = (record && secretsOf(seal, record)) ?? {}
    const kept = record ? keptFor(parsed(record), document, secrets) : {}
    const whole = joined(document, kept)
    const lacking = emptySecrets(whole).map((place) => ({
      field: place,
      message: Object.hasOwn(secrets, place) ? BUYER_REFUSALS.secretElsewhere : BUYER_REFUSALS.secretEmpty,
    }))
    const checked = checkBuyer(buyer, whole, { others: inUse, localTargets })
    if ('buyer' in checked && lacking.length === 0) return checked.buyer
    throw refusedDocument(buyer, lacking, 'problems' in checked ? checked.problems : [])
  }
  await refresh()
  return {
    inUse,
    refresh,
    all: () => known,
    proposed,
    async save({ by, ...change }) {
      const { buyer, revision: from } = change
      const record = await before(change)
      const { document, secrets } = withoutSecrets(await proposed(change))
      const old = record ? { document: parsed(record), secrets: secretsOf(seal, record) ?? {} } : NOTHING
      const changes = [...changedFields(old.document, document), ...changedSecrets(old.secrets, secrets)]
      const content = {
        document: JSON.stringify(document),
        secrets: seal.seal(JSON.stringify(secrets), buyer),
      }
      const saved = await store.saveBuyer({ buyer, from, content, by, at: now(), changes })
      const line = savedLine(saved, buyer)
      await refresh()
      return lineOf({ ...line, ...content }, null)
    },
    async remove({ by, buyer, revision }) {
      const record = await before({ buyer, revision })
      const changes = record ? changedFields(parsed(record), {}) : []
      const removed = await store.saveBuyer({ buyer, from: revision, content: null, by, at: now(), changes })
      if (!removed.isKept) throw refused(removed, buyer)
      await refresh()
    },
  }
}

const NOTHING = { document: {}, secrets: {} }

function secretsOf(seal: Seal, { buyer, secrets }: BuyerRecord): Secrets | null {
  const text = seal.open(secrets, buyer)
  return text === null ? null : (JSON.parse(text) as Secrets)
}

/** Refusal of a document with `lacking` secrets and other problems; a field without its secret has no other problem. */
function refusedDocument(
  buyer: string,
  lacking: readonly { field: string; message: string }[],
  problems: readonly Problem[],
) {
  const wrong = problems
    .map(({ at, message, hint }) => ({
      field: at.join('/'),
      message: [message, hintFor(hint)].join(' ').trim(),
    }))
    .filter(({ field }) => !lacking.some((lack) => lack.field === field))
  const errors = [...lacking, ...wrong]
  return refusal(422, BUYER_REFUSALS.wrong(buyer, errors.length), { field: 'document', errors })
}

/** Settings of the server are no help to those who can't change them. */
function hintFor(hint: string): string {
  return hint === BUYERS_FILE.allowLocal ? BUYER_REFUSALS.localOff : hint
}

function parsed({ document }: BuyerRecord): OpenDocument {
  return JSON.parse(document) as OpenDocument
}

function lineOf(
  { buyer, revision, saved_by, saved_at, document }: BuyerRecord,
  problem: string | null,
): KnownBuyer {
  const shown = JSON.parse(document) as KnownBuyer['document']
  return { buyer, origin: 'store', revision, saved_by, saved_at, document: shown, problem }
}

function lineFrom(origin: 'file' | 'demo', buyer: string, content: Buyer): KnownBuyer {
  const { document } = withoutSecrets(content)
  return { buyer, origin, revision: 0, saved_by: null, saved_at: null, document, problem: null }
}

function savedLine({ isKept, line }: SavedBuyer, buyer: string): BuyerLine {
  if (!isKept || !line) throw refused({ line }, buyer)
  return line
}

function refused({ line }: Pick<SavedBuyer, 'line'>, buyer: string) {
  return line ? savedSince(line) : refusal(404, BUYER_REFUSALS.none(buyer), { field: 'buyer' })
}

function savedSince({ saved_by, saved_at }: { saved_by: string; saved_at: number }) {
  return refusal(409, REFUSALS.savedSince(saved_by, momentText(saved_at)), { field: 'revision' })
}
