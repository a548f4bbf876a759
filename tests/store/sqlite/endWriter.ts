import { existsSync } from 'node:fs'
import { isMainThread, workerData } from 'node:worker_threads'

/** Ends the thread that writes the database once the file END_WRITER exists. Loaded into every thread of a server. */
const isWriter = !isMainThread && (workerData as { answers?: unknown } | null)?.answers !== undefined
if (isWriter)
  setInterval(() => {
    if (existsSync(process.env['END_WRITER']!)) throw new Error('This thread was ended by a test.')
  }, 100)
