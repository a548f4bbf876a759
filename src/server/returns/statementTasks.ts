import type { FileKind, NamedColumns, StatementPart } from '../../../schemas/desk/returns.ts'
import { MOST_RETURN_LINES, MOST_STATEMENT_LINES } from '../../../schemas/desk/returns.ts'
import { FILE } from './sheet/statementWords.ts'
import { answerTasks } from '../isolated/answerTasks.ts'
import { disputesCsv } from './disputesCsv.ts'
import { compareStatement, lookUpStatement, type StatedStore } from './compareStatement.ts'
import {
  fileTable,
  guessedColumns,
  sampleOf,
  type BuyersFile,
  type CalledColumns,
  type FileTable,
} from './fileTable.ts'
import { RETURN_COLUMNS, returnLines, type ReturnLine } from './returnsFile.ts'
import { STATEMENT_COLUMNS, statementLines } from './statementFile.ts'
import { revocationLines, type FileLine } from './revocationsFile.ts'

/** Process that reads buyers' files. */

export type StatementTask = { file: BuyersFile } & (
  | { task: 'columns'; kind: FileKind }
  | { task: 'returns'; called: CalledColumns }
  | { task: 'revocations' }
  | {
      task: 'hold'
      buyer: string
      called: CalledColumns
      days: { from: number; to: number } | null
    }
)

type Ended = Extract<StatementPart, { sums: unknown }>

/** Messages of the process: its progress, or the result. */
export type StatementMessage =
  | Extract<StatementPart, { done: number } | { entries: unknown } | { failed: string }>
  | { names: Omit<NamedColumns, 'remembered'> }
  | { returns: ReturnLine[]; notes: string[] }
  | { revocations: FileLine[] }
  | { ended: Omit<Ended, 'before'> }

answerTasks<StatementTask, StatementMessage>(async (task, { say, ask }) => {
  const table = fileTable(task.file, 'called' in task ? task.called : {})
  if ('wrong' in table) return say({ failed: table.wrong })
  if (task.task === 'columns') return say({ names: columnsOf(table, task.kind) })
  if (task.task === 'revocations') {
    const lines = revocationLines(table)
    if ('wrong' in lines) return say({ failed: lines.wrong })
    for (let start = 0; start < lines.length; start += TOGETHER)
      say({ revocations: lines.slice(start, start + TOGETHER) })
    return
  }
  const most = task.task === 'returns' ? MOST_RETURN_LINES : MOST_STATEMENT_LINES
  if (table.rows.length > most) return say({ failed: FILE.tooManyLines(table.rows.length, most) })
  if (task.task === 'returns') {
    const read = returnLines(table, task.called)
    return say('wrong' in read ? { failed: read.wrong } : { returns: read.lines, notes: read.notes })
  }
  // The server owns the store.
  const store: StatedStore = {
    statedSales: (source, lines) => ask('statedSales', source, lines),
    bookedEntries: (page) => ask('bookedEntries', page),
  }
  await hold(task, { table, store, say })
})

interface Holding {
  table: FileTable
  store: StatedStore
  say: (message: StatementMessage) => void
}

async function hold(
  { called, buyer, days }: Extract<StatementTask, { task: 'hold' }>,
  { table, store, say }: Holding,
): Promise<void> {
  const read = statementLines(table, called)
  if ('wrong' in read) return say({ failed: read.wrong })
  const { lines, notes } = read
  const onLine = (done: number) => say({ done, of: lines.length })
  const { entries, ...ended } = compareStatement(await lookUpStatement(store, { buyer, lines, days, onLine }))
  for (let start = 0; start < entries.length; start += TOGETHER) {
    const some = entries.slice(start, start + TOGETHER)
    say({ entries: some, csv: disputesCsv(some, start === 0) })
  }
  say({ ended: { ...ended, notes } })
}

function columnsOf({ names, rows, notes }: FileTable, kind: FileKind): Omit<NamedColumns, 'remembered'> {
  const columns = kind === 'returns' ? RETURN_COLUMNS : STATEMENT_COLUMNS
  return { names, sample: sampleOf(rows), guessed: guessedColumns(names, columns), notes }
}

/** So few at a time occupy the server's own thread only briefly. */
const TOGETHER = 500
