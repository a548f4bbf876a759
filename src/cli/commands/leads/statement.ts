import { readFile, writeFile } from 'node:fs/promises'
import type { StatementAnswer, StatementEntry } from '../../../../schemas/desk/statement.ts'
import { dollars } from '../../../server/leads/cents.ts'
import { disputesCsv } from '../../../server/returns/disputesCsv.ts'
import { heldAgainst, lookedUp } from '../../../server/returns/heldAgainst.ts'
import {
  namesIn,
  STATEMENT_COLUMNS,
  statementLines,
  statementRows,
  type CalledColumns,
  type StatementLine,
} from '../../../server/returns/statementFile.ts'
import { command } from '../../command.ts'
import { endOfDay, startOfDay } from '../../dayOption.ts'
import { misuse, refusal } from '../../failure.ts'
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
    buyer: { type: 'string', value: 'BUYER', about: 'The buyer whose file it is, by its key in the flows.' },
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
    const lines = await readStatement(file, calledIn(columns))
    const data = await withKeptStore(world, async (store): Promise<StatementAnswer> => {
      if (!(await store.isSource(buyer)))
        throw refusal(
          'unknown_buyer',
          `No lead ever went to "${buyer}": --buyer takes a buyer’s key in the flows.`,
        )
      const onLine = progress('lines', lines.length, world)
      const held = heldAgainst(await lookedUp(store, { buyer, lines, days, onLine }))
      return { file, buyer, ...held }
    })
    if (disputes !== undefined) await writeFile(disputes, disputesCsv(data.entries))
    return { exit: data.entries.length === 0 ? 0 : 1, data, words: words(visible(data), disputes) }
  },
})

/** The file's column names: "id=Lead ID, amount=Payout". */
function calledIn(columns: string): CalledColumns {
  const named = columns.split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(
    named.map((part) => {
      const [, column = '', name = ''] = /^\s*(\w+)\s*=\s*(.+?)\s*$/.exec(part) ?? []
      if (!STATEMENT_COLUMNS.some((known) => known === column))
        throw misuse(
          `--columns takes ${STATEMENT_COLUMNS.join(', ')}, each with the file’s own name for it, as in "id=Lead ID, amount=Payout", not "${part.trim()}".`,
        )
      return [column, name]
    }),
  )
}

async function readStatement(file: string, called: CalledColumns): Promise<StatementLine[]> {
  const rows = statementRows({ name: file, bytes: await readFile(file) })
  if ('wrong' in rows) throw misuse(`${file}: ${rows.wrong}`)
  const lines = statementLines(rows, called)
  if (!('wrong' in lines)) return lines
  const hint = lines.isUnnamed
    ? ` Say which is the id, the key or the phone, as in --columns "id=${namesIn(rows)[0]}".`
    : ''
  throw misuse(`${lines.wrong}${hint}`)
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
      ? `Missing from the statement: ${counted(missing.count, 'sale')} for ${dollars(missing.ledger_cents)}.`
      : 'Whether sales are missing is not known: the file has no times. Say its days with --from and --to.',
    `Not in the ledger: ${counted(unknown.count, 'line')} for ${dollars(unknown.stated_cents)}.`,
    ...(disputes === undefined ? [] : [`Differences were written to ${disputes}.`]),
  ]
}
