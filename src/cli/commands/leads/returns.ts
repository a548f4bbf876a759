import { readFile } from 'node:fs/promises'
import type { ReturnsAnswer, Unbooked } from '../../../../schemas/commands/selling.ts'
import { dollars } from '../../../server/kernel/cents.ts'
import { fileTable } from '../../../server/returns/fileTable.ts'
import { returnLines, RETURN_COLUMNS, type ReturnLine } from '../../../server/returns/returnsFile.ts'
import { bookReturns, WRONG_OUTCOMES } from '../../../server/returns/bookReturns.ts'
import type { Store } from '../../../store/store.ts'
import { command, countOf, type CommandContext } from '../../kernel/command.ts'
import { misuse, refusal } from '../../kernel/failure.ts'
import { withKeptStore } from '../../kernel/withStore.ts'
import { calledColumns, COLUMNS_OPTION, mapHint, type CalledColumns } from './fileColumns.ts'
import { counted } from '../../words/report.ts'
import { visible } from '../../words/visible.ts'

type Line = ReturnsAnswer['lines'][number]

export const returns = command('returns', {
  summary: "Process a buyer's file of returned leads, or list open reports",
  usage: '[FILE --buyer BUYER [--columns NAMES] [--apply] | dismiss ENTRY]',
  about:
    "FILE is CSV or XLSX. Its header contains the column names: id (the buyer's) or key (the lead's idempotency key), and optionally amount, return_id (so that two returns of one amount aren't taken for one), phone and reason. If they have other names, use --columns. Other columns are ignored. Without --apply, nothing changes and each line shows what it would do. Applying a file twice is safe.\nA return without a sale waits for it. If a line can't be read, the whole file is rejected. A line that contradicts the ledger becomes a conflict until you dismiss it. Without a file, waiting returns and conflicts are listed.",
  examples: [
    'leadloom returns november.csv --buyer acme',
    'leadloom returns november.csv --buyer acme --apply',
    'leadloom returns',
    'leadloom returns dismiss 3',
  ],
  options: {
    buyer: { type: 'string', value: 'BUYER', about: 'The buyer who sent the file, by its key in the flows.' },
    columns: COLUMNS_OPTION,
    apply: { type: 'boolean', about: 'Apply the file instead of only showing what would happen.' },
    limit: { type: 'string', value: 'N', about: 'How many to list, newest first.', default: '50' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values: { buyer, apply, limit, columns = '' }, positionals }, ctx) {
    const [file, entry, ...more] = positionals
    const isDismissal = file === 'dismiss' && entry !== undefined
    if (more.length > 0 || (entry !== undefined && !isDismissal))
      throw misuse('Add one file, or use dismiss ENTRY.')
    if (file !== undefined && !isDismissal) {
      if (buyer === undefined) throw misuse('Add the buyer: --buyer BUYER.')
      const read = await readReturns(file, calledColumns(columns, RETURN_COLUMNS))
      return withKeptStore(ctx, (store) => takeBack(store, { file, buyer, apply, ...read, ctx }))
    }
    if (buyer !== undefined || apply) throw misuse('--buyer and --apply only work with a file.')
    const newest = countOf(limit, '--limit')
    return withKeptStore(ctx, async (store) => {
      if (isDismissal && !(await store.dismissUnbooked(countOf(entry, 'ENTRY'))))
        throw refusal('unknown_entry', `Entry ${entry} doesn't exist. To list entries: leadloom returns`)
      const unbooked = await store.unbooked(newest)
      const data = { file: null, applied: false, lines: [], returned_cents: 0, notes: [], unbooked }
      return { exit: 0, data, words: unbookedWords(visible(unbooked)) }
    })
  },
})

async function readReturns(file: string, called: CalledColumns) {
  const table = fileTable({ name: file, bytes: await readFile(file) }, called)
  if ('wrong' in table) throw misuse(`${file}: ${table.wrong}`)
  const read = returnLines(table, called)
  if ('wrong' in read) throw misuse(`${file}: ${read.wrong}${read.isUnnamed ? mapHint(table.names) : ''}`)
  return read
}

interface ReturnsRequest {
  file: string
  buyer: string
  apply: boolean
  lines: readonly ReturnLine[]
  notes: string[]
  ctx: CommandContext
}

async function takeBack(store: Store, { file, buyer, apply, lines: read, notes, ctx }: ReturnsRequest) {
  if (!(await store.isSource(buyer)))
    throw refusal('unknown_buyer', `No lead was ever sent to "${buyer}". Use the buyer's key in the flows.`)
  const note = { reason: 'file' as const, words: '', by: 'console' }
  const taken = await bookReturns(store, { buyer, lines: read, apply, note, at: ctx.now() })
  const data = { file, ...taken, notes, unbooked: [] }
  const isWell = data.lines.every(({ outcome }) => !WRONG_OUTCOMES.has(outcome))
  return { exit: isWell ? 0 : 1, data, words: words(visible(data), apply) } as const
}

/** Result of a line, applied and previewed. */
const OUTCOMES: Record<Line['outcome'], [done: string, tried: string]> = {
  returned: ['returned', 'would be returned'],
  known: ['already returned', 'already returned'],
  waits: ['waits for its sale', 'would wait for its sale'],
  conflict: ['conflict, saved for review', 'would be a conflict, saved for review'],
  unknown: ['unknown', 'unknown'],
  full: ['not saved, too many are waiting', 'would not be saved, too many are waiting'],
  unreadable: ["can't be read", "can't be read"],
}

function words({ file, applied, lines, notes, returned_cents }: ReturnsAnswer, apply: boolean): string[] {
  const results = lines.map(({ line, id, key, outcome, returned_cents, reason, sale }) =>
    [
      `${file}:${line}`,
      id ?? key,
      OUTCOMES[outcome][applied ? 0 : 1],
      sale && outcome === 'returned' && returned_cents !== sale.cents && `${dollars(returned_cents)} out of`,
      sale && `${dollars(sale.cents)} of ${sale.offer}, sold ${new Date(sale.at).toISOString()}`,
      reason,
    ]
      .filter(Boolean)
      .join('  '),
  )
  const count = lines.filter(({ outcome }) => outcome === 'returned').length
  const total = `${counted(count, 'lead')} for ${dollars(returned_cents)}`
  const unread = lines.filter(({ outcome }) => outcome === 'unreadable').length
  results.push(...notes)
  if (applied) return [...results, `Returned ${total}.`]
  if (apply)
    return [
      ...results,
      `Nothing changed, because ${counted(unread, 'line')} can't be read. Fix the file and apply it again.`,
    ]
  return [...results, `Nothing changed. --apply would return ${total}.`]
}

function unbookedWords(unbooked: readonly Unbooked[]): string[] {
  return [
    ...unbooked.map(({ entry, state, source, external_id, key, returned, cents: amount, at, reason }) =>
      [
        entry,
        state,
        source,
        external_id ?? key,
        returned ? 'return' : 'sale',
        amount === null ? null : dollars(amount),
        new Date(at).toISOString(),
        reason,
      ]
        .filter((word) => word !== null)
        .join('  '),
    ),
    `${unbooked.length.toLocaleString('en-US')} ${unbooked.length === 1 ? 'report is' : 'reports are'} not in the ledger.`,
  ]
}
