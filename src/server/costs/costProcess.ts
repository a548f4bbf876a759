import { join } from 'node:path'
import { isolated } from '../isolated/isolated.ts'
import type { CostMessage, CostReads, CostTask } from './costTasks.ts'
import { COST_REFUSALS } from './costWords.ts'

/** Reads a file of costs in a separate process, and yields its messages. */
export function costProcess(
  { costRates, liveCosts, affiliatesOf }: CostReads,
  task: CostTask,
): AsyncGenerator<CostMessage, undefined> {
  return files.run(task, { costRates, liveCosts, affiliatesOf })
}

/** Each holds a file, its lines and the costs that these replace. */
const files = isolated<CostTask, CostMessage>({
  file: join(import.meta.dirname, 'costTasks.ts'),
  heapMb: 768,
  memoryMb: 1024,
  mostMs: 120_000,
  mostAtOnce: 2,
  mostWaiting: 0,
  busy: COST_REFUSALS.busy,
})
