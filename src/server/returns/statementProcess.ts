import { join } from 'node:path'
import { RETURN_REFUSALS } from './returnRefusals.ts'
import { isolated } from '../isolated/isolated.ts'
import type { StatedStore } from './compareStatement.ts'
import type { StatementMessage, StatementTask } from './statementTasks.ts'

/** Reads a buyer's file in a separate process, and yields its messages. */
export function statementProcess(
  store: StatedStore,
  task: StatementTask,
): AsyncGenerator<StatementMessage, undefined> {
  const { statedSales, bookedEntries } = store
  return files.run(task, { statedSales, bookedEntries })
}

/** Each holds a file and its lines; 100,000 lines take about 400 MB. */
const files = isolated<StatementTask, StatementMessage>({
  file: join(import.meta.dirname, 'statementTasks.ts'),
  heapMb: 768,
  memoryMb: 1024,
  mostMs: 120_000,
  mostAtOnce: 2,
  mostWaiting: 0,
  busy: RETURN_REFUSALS.statementsWait,
})
