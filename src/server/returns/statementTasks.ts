import type { NamedColumns, StatementPart } from '../../../schemas/desk/returns.ts'
import { MOST_RETURN_LINES, MOST_STATEMENT_LINES } from '../../../schemas/desk/returns.ts'
import { STATEMENT } from '../../texts/statementWords.ts'
import { answerTasks } from '../isolated/answerTasks.ts'
import { disputesCsv } from './disputesCsv.ts'
import { heldAgainst, lookedUp, type StatedStore } from './heldAgainst.ts'
import { readReturns, type ReturnLine } from './returnsCsv.ts'
import {
  namesIn,
  statementLines,
  statementRows,
  type CalledColumns,
  type StatementFile,
} from './statementFile.ts'
import type { Row } from './statementRow.ts'

/** Process that reads buyers' files. */

export type StatementTask = Reading | { task: 'returns'; text: string }

type Reading = { file: StatementFile } & (
  | { task: 'columns' }
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
  | { names: NamedColumns }
  | { returns: ReturnLine[] }
  | { ended: Omit<Ended, 'before'> }

answerTasks<StatementTask, StatementMessage>(async (task, { say, ask }) => {
  if (task.task === 'returns') return say(returnsIn(task.text))
  // The server owns the store.
  const store: StatedStore = {
    statedSales: (source, lines) => ask('statedSales', source, lines),
    bookedEntries: (page) => ask('bookedEntries', page),
  }
  await work(task, store, say)
})

function returnsIn(text: string): StatementMessage {
  const lines = readReturns(text)
  if (lines.length <= MOST_RETURN_LINES) return { returns: lines }
  return { failed: STATEMENT.tooManyLines(lines.length, MOST_RETURN_LINES) }
}

type Say = (message: StatementMessage) => void

async function work(task: Reading, store: StatedStore, say: Say): Promise<void> {
  const rows = statementRows(task.file)
  if ('wrong' in rows) return say({ failed: rows.wrong })
  if (task.task === 'columns') return say({ names: { names: namesIn(rows), sample: sampleOf(rows) } })
  if (rows.length - 1 > MOST_STATEMENT_LINES)
    return say({ failed: STATEMENT.tooManyLines(rows.length - 1, MOST_STATEMENT_LINES) })
  const lines = statementLines(rows, task.called)
  if ('wrong' in lines) return say({ failed: lines.wrong })
  const { buyer, days } = task
  const onLine = (done: number) => say({ done, of: lines.length })
  const { entries, ...ended } = heldAgainst(await lookedUp(store, { buyer, lines, days, onLine }))
  for (let start = 0; start < entries.length; start += TOGETHER) {
    const some = entries.slice(start, start + TOGETHER)
    say({ entries: some, csv: disputesCsv(some, start === 0) })
  }
  say({ ended })
}

/** So few at a time occupy the server's own thread only briefly. */
const TOGETHER = 500
const SAMPLE_LINES = 3
const SAMPLE_LENGTH = 80

function sampleOf(rows: readonly Row[]): string[][] {
  const shown = (cell: Row['cells'][number]) =>
    (cell instanceof Date ? cell.toISOString() : String(cell ?? '')).slice(0, SAMPLE_LENGTH)
  return rows.slice(1, 1 + SAMPLE_LINES).map(({ cells }) => cells.map(shown))
}
