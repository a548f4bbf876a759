import { Worker } from 'node:worker_threads'

/** Tells a process that it may start threads of its own. */
export const HAS_THREADS = 'threads'

/** Ends this process with the server that started it: at once where it waits for something, within a second where it is busy. Then
 *  a thread alone can see that the server is gone. No other thread may start here afterwards, unless HAS_THREADS allows it. */
export function endWithServer(): void {
  process.on('disconnect', () => process.exit())
  new Worker(new URL('watchServer.ts', import.meta.url), { workerData: process.ppid }).unref()
  if (!process.argv.includes(HAS_THREADS)) process.permission.drop('worker')
}
