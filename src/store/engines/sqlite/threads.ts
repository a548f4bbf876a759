import type { WorkerOptions } from 'node:worker_threads'

/** How each thread of the store is started. What it makes for one batch or report is needed no longer than that, yet Node
 *  would let 96 MB of it gather before it looked: 288 in the three. */
export const THREAD: WorkerOptions = { resourceLimits: { maxYoungGenerationSizeMb: 16 } }
