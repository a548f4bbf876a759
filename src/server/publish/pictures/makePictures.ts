import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What the worker is to make: sizes of a picture by their width, ascending, none wider than the picture is. */
export interface Order {
  bytes: Buffer
  widths: number[]
  mostPixels: number
}

export interface Sizes {
  /** `content`: base64. */
  files: { width: number; ending: string; content: string }[]
  /** Of the largest size, in pixels. */
  width: number
  height: number
  widths: number[]
}

export type Made = Sizes | { failure: string }

/** Gives orders to a worker, which is started by the first and ended with `end`. */
export interface PictureMaker {
  /** Null when it took longer than MOST_SECONDS. Rejects when the worker cannot be started or was ended from outside. */
  make: (order: Order) => Promise<Made | null>
  end: () => void
}

/** For all sizes of one picture; on a slow core that is busy otherwise they take some 10. */
export const MOST_SECONDS = 60

export function pictureMaker(mostSeconds = MOST_SECONDS): PictureMaker {
  let worker: ChildProcess | null = null
  const end = () => {
    worker?.kill('SIGKILL')
    worker = null
  }
  return {
    end,
    async make(order) {
      worker ??= fork(WORKER, {
        serialization: 'advanced',
        execArgv: [],
        env: {},
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const asked = worker
      const done = new AbortController()
      const answers = once(asked, 'message', { signal: done.signal }) as Promise<[Made]>
      const exits = once(asked, 'exit', { signal: done.signal })
      const timer = AbortSignal.timeout(mostSeconds * 1000)
      const late = once(timer, 'abort', { signal: done.signal })
      asked.send(order)
      try {
        return await Promise.race([
          answers.then(([made]) => made),
          late.then(() => null),
          exits.then(([code, signal]) => {
            throw new Error(`The program that makes pictures ended (${code ?? signal}).`)
          }),
        ])
      } finally {
        done.abort()
        for (const other of [answers, exits, late]) other.catch(() => {})
        if (timer.aborted) end()
      }
    },
  }
}

const WORKER = join(import.meta.dirname, 'pictureWorker.ts')
