import type { WorkerOptions } from 'node:worker_threads'

/** Options of each thread of the store. Objects made for one batch or report aren't needed afterward, but Node would let 96 MB of them
 *  gather before it collected garbage, 288 in the three. */
export const THREAD: WorkerOptions = { resourceLimits: { maxYoungGenerationSizeMb: 16 } }
