import { readFile, writeFile } from 'node:fs/promises'
import type { StatementAnswer, StatementEntry } from '../../../../schemas/desk/statement.ts'
import { dollars } from '../../../server/kernel/cents.ts'
import { disputesCsv } from '../../../server/returns/disputesCsv.ts'
import { compareStatement, lookUpStatement } from '../../../server/returns/compareStatement.ts'
import { fileTable } from '../../../server/returns/fileTable.ts'
import { STATEMENT_COLUMNS, statementLines } from '../../../server/returns/statementFile.ts'
import { command } from '../../kernel/command.ts'
import { endOfDay, startOfDay } from '../../kernel/dayOption.ts'
import { misuse, refusal } from '../../kernel/failure.ts'
import { withKeptStore } from '../../kernel/withStore.ts'
import { calledColumns, COLUMNS_OPTION, mapHint, type CalledColumns } from './fileColumns.ts'
import { counted, progress } from '../../words/report.ts'
import { visible } from '../../words/visible.ts'

export const statement = command('statement', {
  summary: "Compare a buyer's statement with the ledger",
  usage: 'FILE --buyer BUYER [--columns NAMES] [--from DAY --to DAY] [--disputes FILE.csv]',
  about:
    "FILE is CSV or XLSX. Its header contains the column names: id (the buyer's), key (the lead's idempotency key) or phone, and optionally time and amount. If they have other names, use --columns. Times without a zone are in New York time. A negative amount is a return.\nSales are matched by id, then by key, then by phone number and the nearest time within three days. Erased visitors can't be matched by phone. Nothing changes. To book returns, use leadloom returns.",
  examples: [
    'leadloom statement november.xlsx --buyer acme --columns "id=Lead ID, amount=Payout, time=Sold on"',
    'leadloom statement november.csv --buyer acme --from 2026-11-01 --to 2026-11-30 --disputes disputes.csv',
  ],
  options: {
    buyer: { type: 'string', value: 'BUYER', about: 'The buyer who sent the file, by its key in the flows.' },
    columns: COLUMNS_OPTION,
    from: {
      type: 'string',
      value: 'DAY',
      about: 'The first day of the statement (New York time). Default: the day of its earliest time.',
    },
    to: { type: 'string', value: 'DAY', about: 'The last day. Default: the day of its latest time.' },
    disputes: {
      type: 'string',
      value: 'FILE',
      about: "Write everything that doesn't match to this CSV file.",
    },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values: { buyer, columns = '', from, to, disputes }, positionals }, ctx) {
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw misuse('Add one file.')
    if (buyer === undefined) throw misuse('Add the buyer: --buyer BUYER.')
    if ((from === undefined) !== (to === undefined)) throw misuse('Use --from and --to together.')
    const days =
      from !== undefined && to !== undefined
        ? { from: startOfDay(from, '--from'), to: endOfDay(to, '--to') }
        : null
    if (days && days.from > days.to) throw misuse("--from can't be after --to.")
    const { lines, notes } = await readStatement(file, calledColumns(columns, STATEMENT_COLUMNS))
    const data = await withKeptStore(ctx, async (store): Promise<StatementAnswer> => {
      if (!(await store.isSource(buyer)))
        throw refusal(
          'unknown_buyer',
          `No lead was ever sent to "${buyer}". Use the buyer's key in the flows.`,
        )
      const onLine = progress('lines', lines.length, ctx)
      const held = compareStatement(await lookUpStatement(store, { buyer, lines, days, onLine }))
      return { file, buyer, ...held, notes }
    })
    if (disputes !== undefined) await writeFile(disputes, disputesCsv(data.entries))
    return { exit: data.entries.length === 0 ? 0 : 1, data, words: words(visible(data), disputes) }
  },
})

async function readStatement(file: string, called: CalledColumns) {
  const table = fileTable({ name: file, bytes: await readFile(file) }, called)
  if ('wrong' in table) throw misuse(`${file}: ${table.wrong}`)
  const read = statementLines(table, called)
  if ('wrong' in read) throw misuse(`${read.wrong}${read.isUnnamed ? mapHint(table.names) : ''}`)
  return read
}

const OUTCOMES: Record<StatementEntry['outcome'], string> = {
  differing: 'differs',
  missing: 'is missing',
  unknown: 'is unknown',
  unreadable: "can't be read",
}

function words(
  { file, range, sums, notes, entries }: StatementAnswer,
  disputes: string | undefined,
): string[] {
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
    ...notes,
    ...(unread > 0 ? [`${counted(unread, 'line')} can't be read.`] : []),
    `Matched: ${counted(matched.count, 'sale')} for ${dollars(matched.ledger_cents)}.`,
    `Different: ${counted(differing.count, 'sale')}, ${dollars(differing.stated_cents)} in the statement, ${dollars(differing.ledger_cents)} in the ledger.`,
    range
      ? `Missing from the statement: ${counted(missing.count, 'sale')} for ${dollars(missing.ledger_cents)}.`
      : "Can't tell whether sales are missing, because the file has no times. Add its days with --from and --to.",
    `Not in the ledger: ${counted(unknown.count, 'line')} for ${dollars(unknown.stated_cents)}.`,
    ...(disputes === undefined ? [] : [`Wrote everything that doesn't match to ${disputes}.`]),
  ]
}
