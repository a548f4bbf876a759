import { parentPort } from 'node:worker_threads'
import type { NamedColumns, StatementPart } from '../../../schemas/desk/returns.ts'
import { MOST_STATEMENT_LINES } from '../../../schemas/desk/returns.ts'
import { STATEMENT } from '../../texts/statementWords.ts'
import { disputesCsv } from './disputesCsv.ts'
import { heldAgainst, lookedUp, type StatedStore } from './heldAgainst.ts'
import {
  namesIn,
  statementLines,
  statementRows,
  type CalledColumns,
  type StatementFile,
} from './statementFile.ts'
import type { Row } from './statementRow.ts'

/** A thread that reads one statement and holds it against the ledger: it takes a core for seconds, in which visitors are answered. */

export type StatementTask = { file: Omit<StatementFile, 'bytes'> & { bytes: Uint8Array } } & (
  | { task: 'columns' }
  | {
      task: 'hold'
      buyer: string
      called: CalledColumns
      days: { from: number; to: number } | null
    }
)

type Ended = Extract<StatementPart, { sums: unknown }>

/** What the thread says: a call of the store that is to be made for it, how far it is, or what came of it. */
export type StatementMessage =
  | { call: keyof StatedStore; args: unknown[]; id: number }
  | Extract<StatementPart, { done: number } | { entries: unknown } | { failed: string }>
  | { names: NamedColumns }
  | { ended: Omit<Ended, 'before'> }

const waiting = new Map<number, (value: never) => void>()
let calls = 0
const say = (message: StatementMessage) => parentPort!.postMessage(message)

parentPort!.on('message', (message: StatementTask | { id: number; value: never }) => {
  if ('task' in message) return void work(message)
  waiting.get(message.id)?.(message.value)
  waiting.delete(message.id)
})

function asked(call: keyof StatedStore, ...args: unknown[]): Promise<never> {
  const id = calls++
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    say({ call, args, id })
  })
}

/** The store is the server's: it is asked there. */
const store: StatedStore = {
  statedSales: (source, lines) => asked('statedSales', source, lines),
  bookedEntries: (page) => asked('bookedEntries', page),
}

async function work(task: StatementTask): Promise<void> {
  const { name, bytes } = task.file
  const rows = statementRows({ name, bytes: Buffer.from(bytes) })
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

/** So much at a time keeps the server's own thread only for a moment. */
const TOGETHER = 500
const SAMPLE_LINES = 3
const SAMPLE_LENGTH = 80

function sampleOf(rows: readonly Row[]): string[][] {
  const shown = (cell: Row['cells'][number]) =>
    (cell instanceof Date ? cell.toISOString() : String(cell ?? '')).slice(0, SAMPLE_LENGTH)
  return rows.slice(1, 1 + SAMPLE_LINES).map(({ cells }) => cells.map(shown))
}
