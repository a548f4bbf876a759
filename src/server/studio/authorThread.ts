import { Worker } from 'node:worker_threads'
import { REFUSALS } from '../../texts/callRefusals.ts'
import { refusal } from '../http/problem.ts'
import type { PictureStore } from '../publish/publish.ts'
import { serialize } from '../visitors/serialize.ts'
import type { AuthorTask, TaskAnswers, TaskMessage } from './authorTasks.ts'

/** Has tasks with drafts done in a thread of its own, one after the other. */
export type AuthorThread = <T extends AuthorTask['task']>(
  task: Extract<AuthorTask, { task: T }>,
) => Promise<TaskAnswers[T]>

/** Each holds a flow and its files while it waits. */
const MOST_WAITING = 8
/** Less than a call waits for its answer. */
const MOST_MS = 150_000
/** To start takes it half a second, which an author who types shall not wait for again and again; what it took is given back once
 *  nobody writes. */
const IDLE_MS = 60_000

/** Throws 503 where too many tasks wait already or one takes too long. */
export function authorThread(store: PictureStore): AuthorThread {
  const inTurn = serialize()
  let waiting = 0
  let thread: Worker | null = null
  let ending: NodeJS.Timeout | undefined
  const end = () => {
    void thread?.terminate()
    thread = null
  }

  function run<T extends AuthorTask['task']>(
    task: Extract<AuthorTask, { task: T }>,
  ): Promise<TaskAnswers[T]> {
    clearTimeout(ending)
    const worker = (thread ??= new Worker(new URL('./authorTasks.ts', import.meta.url)))
    worker.ref()
    return new Promise<TaskAnswers[T]>((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer)
        worker.off('error', fail).off('message', hear)
        act()
      }
      const fail = (error: Error) => settle(() => (end(), reject(error)))
      const timer = setTimeout(() => fail(refusal(503, REFUSALS.readTooLong)), MOST_MS)
      const hear = (message: TaskMessage) => {
        if ('answer' in message)
          return settle(() => {
            worker.unref()
            ending = setTimeout(end, IDLE_MS).unref()
            resolve(message.answer as TaskAnswers[T])
          })
        const { call, args, id } = message
        store[call](...args).then((value) => worker.postMessage({ id, value }), fail)
      }
      worker.on('error', fail).on('message', hear).postMessage(task)
    })
  }

  return async (task) => {
    if (waiting >= MOST_WAITING) throw refusal(503, REFUSALS.authorsWait, { retryAfterS: 10 })
    waiting++
    try {
      return await inTurn('', () => run(task))
    } finally {
      waiting--
    }
  }
}
