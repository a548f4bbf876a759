import { DateTime } from 'luxon'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { Language } from '../../schemas/flow/languages.ts'
import { fileTable } from '../../src/server/returns/fileTable.ts'
import { returnLines } from '../../src/server/returns/returnsFile.ts'
import { bookReturns } from '../../src/server/returns/bookReturns.ts'
import type { Sale } from '../../src/store/nouns/sales/saleTypes.ts'
import type {
  Dimensions,
  NewSession,
  SessionEvent,
  StepRecord,
} from '../../src/store/nouns/sessions/sessionTypes.ts'
import type { NewVersion } from '../../src/store/nouns/versions/versionTypes.ts'
import type { Store } from '../../src/store/store.ts'
import { PLAIN_BRAND } from '../brands.ts'

/** Past events as data. Played into a store, they must give the rows that the oracle works out from the same data. */
export interface History {
  /** Versions, numbered from 1 in this order. */
  versions: { path: string; at: number }[]
  sessions: PastSession[]
  /** Costs that count, whenever they were imported. */
  costs?: PastCost[]
  /** Cents that each affiliate is paid for a registration. */
  perRegistration?: Record<string, number>
}
/** A cost of the New York day of `at`; null for a word that isn't known. */
export interface PastCost {
  path: string
  aff_id: string | null
  sub1: string | null
  at: number
  /** Millionths of a dollar. */
  micros: number
}
export interface PastSession extends Dimensions, Past {
  language?: Language
  /** Clicks by which the visitor came again, each with what followed. */
  again?: (Past & Pick<Dimensions, 'aff_id' | 'sub1' | 'sub2' | 'sub3'>)[]
}
interface Past {
  at: number
  events: SessionEvent[]
  sales: PastSale[]
}
export interface PastSale {
  offer: string
  cents: number
  at: number
  /** Way into the ledger; by default its partner reports it. farOff: with a price that nobody can have meant, which an operator books at
   *  this amount. probable: the buyer's answer is lost, and an operator books it, or dismisses it. dismissed: a price far off that isn't
   *  booked at all. */
  way?: 'told' | 'farOff' | 'dismissed' | 'probable' | 'probableDismissed'
  /** Parts that are returned, corrections by this much, second reports of as much more that an operator books, and reversals of the entry
   *  before. One that would leave nothing isn't done. */
  changes?: { do: 'part' | 'adjust' | 'report' | 'undo'; cents: number; at: number }[]
  /** True if parts are returned by the buyer, under IDs of its own, instead of by hand. */
  hasPartIds?: boolean
  returned_at?: number
  /** Time when all that is left is taken back, by reversing the whole return if there is one, else the sale if it has no changes. */
  reversed_at?: number
}

export async function play(store: Store, history: History): Promise<void> {
  for (const { path, at } of history.versions) await publish(store, path, at)
  for (const [aff_id, cents] of Object.entries(history.perRegistration ?? {}))
    await store.addPayoutRule(
      {
        aff_id,
        offer: '',
        event: 'registration',
        terms: { tiers: [{ from: 1, cents, share_bp: 0 }], caps: [] },
        hold_days: 0,
        claw_back: false,
      },
      { by: 'ada', at: 0 },
    )
  for (const [n, cost] of (history.costs ?? []).entries()) await importCost(store, cost, n)
  await Promise.all(
    history.sessions.map(async (past, i) => {
      const uuid = uuidOf(i)
      const { events: _events, sales: _sales, again = [], ...words } = past
      await store.openSession(session({ ...words, uuid }))
      const after: (() => Promise<void>)[] = []
      for (const [arrival, { events, sales, ...click }] of [past, ...again].entries()) {
        if (arrival > 0)
          await store.arrive(uuid, { query: {}, page_url: '', referrer: '', ...click, arrival })
        for (const event of events) await store.track(uuid, event)
        for (const [n, sale] of sales.entries()) {
          const number = `${i}-${arrival}-${n}`
          const told = await report(store, sale, { number, uuid, arrival })
          // By then the visitor may have come by another click.
          after.push(() => settle(store, sale, told, i + n))
        }
      }
      for (const settleOne of after) await settleOne()
    }),
  )
}

/** Imports a cost after another one of its key that it replaces, and in every second case after one that was undone. */
async function importCost(
  store: Store,
  { path, aff_id, sub1, at, micros }: PastCost,
  n: number,
): Promise<void> {
  const source = `source-${n}`
  const subs = { sub2: null, sub3: null, sub4: null, sub5: null }
  const day = DateTime.fromMillis(at, { zone: 'America/New_York' }).startOf('day').toMillis()
  const row = { day, campaign: null, aff_id, sub1, ...subs, currency: 'EUR', usd_micros: micros }
  const imported = async (usd_micros: number) => {
    const made = { kind: 'file', name: '', path, source, made_by: 'ada', at } as const
    const number = await store.startCostImport(made)
    await store.addCosts(number, path, source, [{ ...row, micros: 1, usd_micros }])
    return number
  }
  await imported(micros + 1)
  await imported(micros)
  if (n % 2 === 0) return
  const wrong = await imported(micros + 2)
  await store.undoCostImport(wrong, 'ada', at)
  await store.takeBackCosts(wrong, 9)
}

/** A sale as its source reports it, or as a buyer whose answer is lost would have. */
async function report(
  store: Store,
  { way = 'told', offer, cents, at }: PastSale,
  { number, uuid, arrival }: { number: string; uuid: string; arrival: number },
): Promise<Sale> {
  const told = { session_uuid: uuid, arrival, offer, cents, at, returned: false }
  const partners = { ...told, source: 'partner', external_id: number }
  if (way === 'told') await store.sell(partners)
  if (way === 'farOff' || way === 'dismissed') await store.sell({ ...partners, cents: 900_000, mostCents: 1 })
  if (!way.startsWith('probable')) return partners
  const buyer = `buyer-${number}`
  const id = `00000000-0000-4000-9000-${number.replaceAll('-', '').padStart(12, '0')}`
  await store.appendStep(uuid, step({ id, at }), { lead: { offer, buyers: [buyer], payload: {} } })
  const [sent] = (await store.leadDeliveries(uuid)).filter((one) => one.buyer === buyer)
  await store.beginAttempt(sent!.delivery, at)
  const lost = { state: 'dead', message: 'No answer.', at, due_at: null, isUnsure: true } as const
  await store.endAttempt(sent!.delivery, 1, lost)
  return { ...told, source: buyer, external_id: sent!.key }
}

/** Does what becomes of a reported sale. */
async function settle(
  store: Store,
  { way = 'told', changes = [], hasPartIds = false, returned_at, reversed_at }: PastSale,
  sale: Sale,
  place: number,
): Promise<void> {
  const { source, external_id, cents, at } = sale
  const decided = { by: 'ada', at }
  const inbox = async () => (await store.settleList({ sites: null, buyer: source, limit: 9999 })).rows
  const entryOf = async () =>
    (await inbox()).find((row) => (row.external_id ?? row.key) === external_id)!.entry
  if (way === 'probable') await store.bookDelivered({ entry: await entryOf(), cents, ...decided })
  if (way === 'farOff') {
    const booked = { entry: await entryOf(), cents, note: { words: '', by: 'ada' }, at: at + 1 }
    await store.bookUnbooked(booked)
  }
  if (way === 'dismissed' || way === 'probableDismissed') {
    await store.dismissEntry({ entry: await entryOf(), ...decided })
    return
  }
  await change(store, sale, changes, hasPartIds)
  if (returned_at !== undefined) {
    const back = { ...sale, at: returned_at, returned: true }
    if (changes.length > 0) await returnRest(store, back)
    else await RETURN_WAYS[place % RETURN_WAYS.length]!(store, back)
  }
  if (reversed_at === undefined || (returned_at === undefined && changes.length > 0)) return
  const entries = await store.saleEntries({ source, external_id })
  const isReturned = returned_at !== undefined
  const { entry } = entries.find(({ kind, sold }) =>
    isReturned ? kind === 'return' && sold === -1 : kind === 'sale',
  )!
  await store.reverseEntry({ source, external_id, entry, note: { words: '', by: 'ada' }, at: reversed_at })
}

/** Books what became of a sale. */
async function change(
  store: Store,
  sale: Sale,
  changes: NonNullable<PastSale['changes']>,
  hasPartIds: boolean,
): Promise<void> {
  const { source, external_id } = sale
  const named = { source, external_id }
  const note = { words: '', by: 'ada' }
  for (const { do: what, cents, at } of changes) {
    const entries = await store.saleEntries(named)
    const last = entries.toSorted((a, b) => a.entry - b.entry).at(-1)!
    const sumOf = (of: typeof entries) => of.reduce((sum, one) => sum + one.cents, 0)
    const left = sumOf(entries)
    const amount = sumOf(entries.filter(({ kind }) => kind !== 'return'))
    const by = what === 'part' ? -cents : what === 'undo' ? -last.cents : cents
    if (by === 0 || left + by <= 0 || (what === 'undo' && last.kind === 'sale')) continue
    if (what === 'part' && hasPartIds)
      await store.returnSale({ ...named, key: null, cents, return_id: `R-${entries.length}`, at })
    else if (what === 'part') await store.returnSale({ ...named, key: null, cents, leftSeen: left, at })
    else if (what === 'report') await reportAgain(store, { ...sale, cents: amount + by, at })
    else if (what === 'undo') await store.reverseEntry({ ...named, entry: last.entry, note, at })
    else await store.adjustSale({ ...named, cents: amount + by, note, at })
  }
}

/** Reports a sale with another amount, which an operator books in the inbox as a correction. With the first amount it is known. */
async function reportAgain(store: Store, sale: Sale): Promise<void> {
  const { source, external_id, cents, at } = sale
  if ((await store.sell(sale)) !== 'conflict') return
  const { rows } = await store.settleList({ sites: null, buyer: source, kind: 'conflict', limit: 9999 })
  const { entry } = rows.find((row) => row.external_id === external_id)!
  await store.adjustSale({ source, external_id, cents, note: { words: '', by: 'ada' }, at })
  await store.dismissEntry({ entry, by: 'ada', at })
}

async function returnRest(store: Store, { source, external_id, at }: Sale): Promise<void> {
  const entries = await store.saleEntries({ source, external_id })
  const leftSeen = entries.reduce((sum, { cents }) => sum + cents, 0)
  await store.returnSale({ source, external_id, key: null, cents: null, leftSeen, at })
}

/** Ways to return a sale: its partner reports it, an operator does it by hand, or a file names it, twice. Each counts the same, and
 *  once. */
const RETURN_WAYS: ((store: Store, sale: Sale) => Promise<unknown>)[] = [
  (store, sale) => store.sell(sale),
  async (store, { source, external_id, at }) => {
    const report = { source, external_id, key: null, cents: null, at }
    const note = { reason: 'other', words: 'Ann said so.', by: 'ada' } as const
    for (let time = 0; time < 2; time++) await store.returnSale({ ...report, note })
  },
  async (store, { source: buyer, external_id, cents, at }) => {
    const text = `id,amount\n${external_id},${(cents / 100).toFixed(2)}\n${external_id},\n`
    const table = fileTable({ name: 'a.csv', bytes: Buffer.from(text) })
    const read = 'wrong' in table ? table : returnLines(table, {})
    if ('wrong' in read) throw new Error(read.wrong)
    const { lines } = read
    for (let time = 0; time < 2; time++) await bookReturns(store, { buyer, lines, apply: true, at })
    // Another amount is a conflict, which returns nothing.
    await store.returnSale({ source: buyer, external_id, key: null, cents: cents + 1, at })
  },
]

export function publish(store: Store, path: string, at: number): Promise<number> {
  return store.publish(newVersion(path, at))
}

/** A version unique to each instant, so that no two flows are alike. */
export function newVersion(path: string, at: number): NewVersion {
  const flow = { ...EMPTY_FLOW, offer_order: [`published_${at}`] }
  return { path, flow, style: '', validators: '', icons: {}, at }
}

/** A session with every word filled in; a test sets the ones it is about. */
export function session(words: Partial<NewSession>): NewSession {
  return {
    uuid: uuidOf(0),
    token_hash: 'a'.repeat(64),
    origin: { today: '2026-11-20', query: { utm_source: 'search' } },
    page_url: 'https://example.test/leadloom?utm_source=search',
    referrer: '',
    ip: '192.0.2.7',
    user_agent: 'test',
    at: Date.parse('2026-11-20T12:00:00-05:00'),
    path: 'leadloom',
    version: 1,
    aff_id: '86',
    sub1: '',
    sub2: '',
    sub3: '',
    ...words,
  }
}

/** A step with every word filled in; a test sets the ones it is about. */
export function step(words: Partial<StepRecord>): StepRecord {
  return {
    id: uuidOf(1),
    offer_key: 'mva',
    step_key: 'zip',
    answers: [{ question_key: 'zip', answer_key: 'zip', raw_data: '10001 "Ünïcode"\u2028' }],
    time_on_step: 1200,
    execute_actions: ['send_lead'],
    page_url: 'https://example.test/leadloom',
    at: Date.parse('2026-11-20T12:00:00-05:00'),
    ...words,
  }
}

export function uuidOf(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
}

const EMPTY_FLOW: Flow = {
  constants_config: { questions: {} },
  ui_config: {
    template: 'leadloom',
    site: PLAIN_BRAND,
    style: 'leadloom',
    title: 'Leadloom',
    favicon: 'leadloom',
    basic_fields: [],
    fields: {},
    entrypoint: { tracking_scripts: {} },
    offers: {},
  },
  offer_order: [],
}
