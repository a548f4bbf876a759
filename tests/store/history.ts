import type { Flow } from '../../schemas/flow/flow.ts'
import type { Language } from '../../schemas/flow/languages.ts'
import { fileTable } from '../../src/server/returns/fileTable.ts'
import { returnLines } from '../../src/server/returns/returnsFile.ts'
import { takeBackLines } from '../../src/server/returns/takeBackLines.ts'
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
  /** Parts that are returned, corrections by this much, and reversals of the entry before. One that would leave nothing isn't done. */
  changes?: { do: 'part' | 'adjust' | 'undo'; cents: number; at: number }[]
  returned_at?: number
}

export async function play(store: Store, history: History): Promise<void> {
  for (const { path, at } of history.versions) await publish(store, path, at)
  await Promise.all(
    history.sessions.map(async (past, i) => {
      const uuid = uuidOf(i)
      const { events: _events, sales: _sales, again = [], ...words } = past
      await store.openSession(session({ ...words, uuid }))
      const returns: { sale: Sale; changes: NonNullable<PastSale['changes']> }[] = []
      for (const [arrival, { events, sales, ...click }] of [past, ...again].entries()) {
        if (arrival > 0)
          await store.arrive(uuid, { query: {}, page_url: '', referrer: '', ...click, arrival })
        for (const event of events) await store.track(uuid, event)
        for (const [n, { returned_at, changes = [], ...sale }] of sales.entries()) {
          const told = { ...sale, session_uuid: uuid, source: 'partner', external_id: `${i}-${arrival}-${n}` }
          await store.sell({ ...told, returned: false })
          if (returned_at !== undefined)
            returns.push({ sale: { ...told, at: returned_at, returned: true }, changes })
          else await change(store, told, changes)
        }
      }
      // By then the visitor may have come by another click.
      for (const [n, { sale, changes }] of returns.entries()) {
        await change(store, sale, changes)
        if (changes.length > 0) await returnRest(store, sale)
        else await RETURN_WAYS[(i + n) % RETURN_WAYS.length]!(store, sale)
      }
    }),
  )
}

/** Books what became of a sale, by hand. */
async function change(
  store: Store,
  { source, external_id }: Pick<Sale, 'source' | 'external_id'>,
  changes: NonNullable<PastSale['changes']>,
): Promise<void> {
  const named = { source, external_id }
  const note = { words: '', by: 'ada' }
  for (const { do: what, cents, at } of changes) {
    const entries = await store.saleEntries(named)
    const last = entries.at(-1)!
    const sumOf = (of: typeof entries) => of.reduce((sum, one) => sum + one.cents, 0)
    const left = sumOf(entries)
    const by = what === 'part' ? -cents : what === 'adjust' ? cents : -last.cents
    if (by === 0 || left + by <= 0 || (what === 'undo' && last.kind === 'sale')) continue
    if (what === 'part') await store.returnSale({ ...named, key: null, cents, leftSeen: left, at })
    else if (what === 'undo') await store.reverseEntry({ ...named, entry: last.entry, note, at })
    else {
      const amount = sumOf(entries.filter(({ kind }) => kind !== 'return'))
      await store.adjustSale({ ...named, cents: amount + by, note, at })
    }
  }
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
    for (let time = 0; time < 2; time++) await takeBackLines(store, { buyer, lines, apply: true, at })
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
