import { writeFile } from 'node:fs/promises'
import papaparse from 'papaparse'
import type { StatementAnswer, StatementEntry } from '../../../../schemas/statement.ts'
import { dollars } from '../../../server/leads/cents.ts'
import { matchStatement } from '../../../server/leads/statementMatch.ts'
import type { BookedAsked, LedgerSale, SalesFound } from '../../../store/sales/statedSales.ts'
import type { Store } from '../../../store/store.ts'
import { newYorkDay, nextNewYorkDay } from '../../../time/newYorkDay.ts'
import { command, type World } from '../../command.ts'
import { endOfDay, startOfDay } from '../../dayOption.ts'
import { misuse, refusal } from '../../failure.ts'
import { readStatement, type StatementLine } from '../../files/statementFile.ts'
import { withKeptStore } from '../../withStore.ts'
import { counted, progress } from '../../words/report.ts'
import { visible } from '../../words/visible.ts'

export const statement = command('statement', {
  summary: 'Holds a buyer’s statement against the ledger: what matches, differs, is missing or is not known.',
  usage: 'FILE --buyer BUYER [--columns NAMES] [--from DAY --to DAY] [--disputes FILE.csv]',
  about:
    'A CSV or XLSX file, whose first line names the columns: id (the buyer’s own), key (the idempotency key that the lead was posted under) or phone, and time and amount if it has them; --columns says what else they are called. A time without a zone is New York’s. An amount below 0 is a return. A sale is found by its id, else its key, else the phone number and the nearest time within three days; who was erased is not found by the phone. Nothing is changed: leadloom returns takes back what was returned.',
  examples: [
    'leadloom statement november.xlsx --buyer acme --columns "id=Lead ID, amount=Payout, time=Sold on"',
    'leadloom statement november.csv --buyer acme --from 2026-11-01 --to 2026-11-30 --disputes disputes.csv',
  ],
  options: {
    buyer: { type: 'string', value: 'BUYER', about: 'Whose file it is, by its key in the flows.' },
    columns: {
      type: 'string',
      value: 'NAMES',
      about: 'What the file calls its columns: "id=Lead ID, amount=Payout".',
    },
    from: {
      type: 'string',
      value: 'DAY',
      about: 'The first New York day of the statement. Otherwise that of its earliest time.',
    },
    to: { type: 'string', value: 'DAY', about: 'The last. Otherwise that of its latest time.' },
    disputes: { type: 'string', value: 'FILE', about: 'Write all that does not match there, as CSV.' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values: { buyer, columns = '', from, to, disputes }, positionals }, world) {
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw misuse('Name one file.')
    if (buyer === undefined) throw misuse('Say whose file it is: --buyer BUYER.')
    if ((from === undefined) !== (to === undefined)) throw misuse('--from and --to go together.')
    const days =
      from !== undefined && to !== undefined
        ? { from: startOfDay(from, '--from'), to: endOfDay(to, '--to') }
        : null
    if (days && days.from > days.to) throw misuse('--from must be before --to.')
    const lines = await readStatement(file, columns)
    const range = days ?? rangeOf(lines)
    const data = await withKeptStore(world, async (store): Promise<StatementAnswer> => {
      if (!(await store.isSource(buyer)))
        throw refusal(
          'unknown_buyer',
          `No lead ever went to "${buyer}": --buyer takes a buyer’s key in the flows.`,
        )
      const readable = lines.filter(({ problem }) => problem === null)
      const found = await foundBy(store, buyer, readable, world)
      const expected = range ? await bookedIn(store, { source: buyer, ...range }) : []
      const { sums, entries } = matchStatement(
        readable.map((line, index) => ({ line, found: found[index]! })),
        expected,
        range,
      )
      return {
        file,
        buyer,
        lines: lines.length,
        range,
        sums,
        entries: [...lines.flatMap(unreadable), ...entries],
      }
    })
    if (disputes !== undefined) await writeFile(disputes, csvOf(data.entries))
    return { exit: data.entries.length === 0 ? 0 : 1, data, words: words(visible(data), disputes) }
  },
})

/** The New York days from the earliest time of the lines to the latest; null where none has one. */
function rangeOf(lines: readonly StatementLine[]): StatementAnswer['range'] {
  let [from, to] = [Infinity, -Infinity]
  for (const { at } of lines) {
    if (at === null) continue
    from = Math.min(from, at)
    to = Math.max(to, at)
  }
  return from <= to ? { from: newYorkDay(from), to: nextNewYorkDay(to) - 1 } : null
}

/** So many lines are looked up at a time. */
const TOGETHER = 500

async function foundBy(store: Store, buyer: string, lines: readonly StatementLine[], world: World) {
  const onLine = progress('lines', lines.length, world)
  const found: (SalesFound | null)[] = []
  for (let start = 0; start < lines.length; start += TOGETHER) {
    const names = lines.slice(start, start + TOGETHER).map(({ id, key, phone }) => ({ id, key, phone }))
    found.push(...(await store.statedSales(buyer, names)))
    onLine(found.length)
  }
  return found
}

async function bookedIn(store: Store, asked: Omit<BookedAsked, 'after' | 'limit'>): Promise<LedgerSale[]> {
  const booked: LedgerSale[] = []
  let after: BookedAsked['after'] = null
  for (;;) {
    const page = await store.bookedEntries({ ...asked, after, limit: TOGETHER })
    booked.push(...page)
    if (page.length < TOGETHER) return booked
    after = page.at(-1)!
  }
}

function unreadable({ line, id, key, cents, problem }: StatementLine): StatementEntry[] {
  if (problem === null) return []
  const nothing = { offer: null, sold_at: null, ledger_cents: 0, stated_cents: cents ?? 0 }
  return [{ outcome: 'unreadable', lines: [line], id, key, ...nothing, reason: problem }]
}

const OUTCOMES: Record<StatementEntry['outcome'], string> = {
  differing: 'differs',
  missing: 'is missing',
  unknown: 'is not known',
  unreadable: 'cannot be read',
}

function words({ file, range, sums, entries }: StatementAnswer, disputes: string | undefined): string[] {
  const { matched, differing, missing, unknown } = sums
  const unread = entries.filter(({ outcome }) => outcome === 'unreadable').length
  return [
    ...entries.map(({ outcome, lines, id, key, offer, sold_at, reason }) =>
      [
        lines.length > 0 ? `${file}:${lines.join(',')}` : null,
        id ?? key,
        OUTCOMES[outcome],
        sold_at !== null && `${offer}, sold ${new Date(sold_at).toISOString()}`,
        reason,
      ]
        .filter(Boolean)
        .join('  '),
    ),
    ...(unread > 0 ? [`${counted(unread, 'line')} cannot be read.`] : []),
    `Matched: ${counted(matched.count, 'sale')} for ${dollars(matched.ledger_cents)}.`,
    `Differing: ${counted(differing.count, 'sale')}, ${dollars(differing.stated_cents)} in the statement, ${dollars(differing.ledger_cents)} in the ledger.`,
    range
      ? `Missing in the statement: ${counted(missing.count, 'sale')} for ${dollars(missing.ledger_cents)}.`
      : 'Whether sales are missing is not known: the file has no times. Say its days with --from and --to.',
    `Not in the ledger: ${counted(unknown.count, 'line')} for ${dollars(unknown.stated_cents)}.`,
    ...(disputes === undefined ? [] : [`All that does not match was written to ${disputes}.`]),
  ]
}

/** For a spreadsheet: a text that one would take for a formula is kept from being one. */
function csvOf(entries: readonly StatementEntry[]): string {
  const rows = entries.map(
    ({ outcome, lines, id, key, offer, sold_at, ledger_cents, stated_cents, reason }) => ({
      outcome,
      lines: lines.join(' '),
      id,
      key,
      offer,
      sold_at: sold_at === null ? null : new Date(sold_at).toISOString(),
      ledger: inDollars(ledger_cents),
      statement: inDollars(stated_cents),
      difference: inDollars(stated_cents - ledger_cents),
      reason,
    }),
  )
  return `${papaparse.unparse(rows, { columns: CSV_COLUMNS, escapeFormulae: true })}\r\n`
}

const CSV_COLUMNS = [
  'outcome',
  'lines',
  'id',
  'key',
  'offer',
  'sold_at',
  'ledger',
  'statement',
  'difference',
  'reason',
]

/** A number, which is no formula even below 0. */
function inDollars(cents: number): number {
  return cents / 100
}
