import { Worker } from 'node:worker_threads'
import { NotKept } from '../../kernel/storeErrors.ts'
import type { Trouble } from '../../kernel/storeState.ts'
import type { SlowRead } from '../../nouns/verbs.ts'
import type { ReportReply } from './reportWorker.ts'
import { THREAD } from './threads.ts'
import { troubleOf } from './file/fileTrouble.ts'

interface Waiting {
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

const CLOSED = new Error('The store is closed.')

/** Reports on the caller's own thread, which waits for each. */
export async function openOwnReporter(
  file: string,
  onTrouble: (trouble: Trouble) => void,
): Promise<Reporter> {
  // A server, whose reports have threads, need not load what answers them.
  const { openReporting } = await import('./reporting.ts')
  let reporting: ReturnType<typeof openReporting> | null = null
  let isClosed = false
  return {
    start() {},
    async ask(question) {
      if (isClosed) throw CLOSED
      try {
        return (reporting ??= openReporting(file)).answer(question)
      } catch (error) {
        const trouble = troubleOf(error)
        if (!trouble) throw new Error(String(error), { cause: error })
        onTrouble(trouble)
        throw new NotKept(trouble.sentence, { cause: error })
      }
    },
    async close() {
      isClosed = true
      reporting?.close()
    },
  }
}

/** Way to the connection that answers reports. */
export interface Reporter {
  /** Starts its thread, if it has one, without a question, so that the next one doesn't wait for it. */
  start: () => void
  ask: (question: SlowRead) => Promise<unknown>
  /** Answers earlier questions first. */
  close: () => Promise<void>
}

/** Connection to the thread that answers reports, one at a time, on a read-only connection. The first question starts it, or `start`.
 *  `onTrouble` is called if it finds the disk or the file in trouble. */
export function openReporter(file: string, onTrouble: (trouble: Trouble) => void): Reporter {
  const waiting = new Map<number, Waiting>()
  let thread: ReturnType<typeof openThread> | null = null
  let asked = 0
  let refusal: Error | null = null

  function openThread() {
    const worker = new Worker(new URL('./reportWorker.ts', import.meta.url), { ...THREAD, workerData: file })
    worker.on('message', ({ id, ...reply }: ReportReply) => {
      const { resolve, reject } = waiting.get(id)!
      waiting.delete(id)
      if ('answer' in reply) resolve(reply.answer)
      else {
        if (reply.trouble) onTrouble(reply.trouble)
        reject(reply.trouble ? new NotKept(reply.trouble.sentence) : new Error(reply.message))
      }
    })
    // Called, for example, if the file is found damaged while it is being opened.
    worker.on('error', (error: Error) => {
      const trouble = troubleOf(error)
      if (trouble) onTrouble(trouble)
      refusal = trouble ? new NotKept(trouble.sentence) : error
    })
    const exited = new Promise<void>((resolve) =>
      worker.on('exit', () => {
        refusal ??= CLOSED
        for (const { reject } of waiting.values()) reject(refusal)
        resolve()
      }),
    )
    return { worker, exited }
  }

  function start() {
    return (thread ??= openThread())
  }

  function ask(question: SlowRead): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (refusal) return reject(refusal)
      const { worker } = start()
      waiting.set(++asked, { resolve, reject })
      worker.postMessage({ id: asked, question })
    })
  }
  return {
    start() {
      if (!refusal) start()
    },
    ask,
    async close() {
      if (!thread) {
        refusal = CLOSED
        return
      }
      thread.worker.postMessage(null)
      await thread.exited
    },
  }
}
