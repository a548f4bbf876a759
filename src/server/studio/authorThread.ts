import { Worker } from 'node:worker_threads'
import { REFUSALS } from '../../texts/callRefusals.ts'
import { refusal } from '../http/problem.ts'
import type { PictureStore } from '../publish/publish.ts'
import { serialize } from '../visitors/serialize.ts'
import type { AuthorTask, TaskAnswers, TaskMessage } from './authorTasks.ts'

/** Has tasks with drafts done, each in a thread of its own, one after the other. */
export type AuthorThread = <T extends AuthorTask['task']>(
  task: Extract<AuthorTask, { task: T }>,
) => Promise<TaskAnswers[T]>

/** Each holds a flow and its files while it waits. */
const MOST_WAITING = 8
/** Less than a call waits for its answer. */
const MOST_MS = 150_000

/** Throws 503 where too many tasks wait already or one takes too long. */
export function authorThread(store: PictureStore): AuthorThread {
  const inTurn = serialize()
  let waiting = 0
  return async (task) => {
    if (waiting >= MOST_WAITING) throw refusal(503, REFUSALS.authorsWait, { retryAfterS: 10 })
    waiting++
    try {
      return await inTurn('', () => run(store, task))
    } finally {
      waiting--
    }
  }
}

function run<T extends AuthorTask['task']>(
  store: PictureStore,
  task: Extract<AuthorTask, { task: T }>,
): Promise<TaskAnswers[T]> {
  return new Promise<TaskAnswers[T]>((resolve, reject) => {
    const thread = new Worker(new URL('./authorTasks.ts', import.meta.url))
    const timer = setTimeout(() => end(() => reject(refusal(503, REFUSALS.readTooLong))), MOST_MS)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      void thread.terminate()
      settle()
    }
    thread.on('error', (error) => end(() => reject(error)))
    thread.on('message', (message: TaskMessage) => {
      if ('answer' in message) return end(() => resolve(message.answer as TaskAnswers[T]))
      const { call, args, id } = message
      store[call](...args).then(
        (value) => thread.postMessage({ id, value }),
        (error: unknown) => end(() => reject(error as Error)),
      )
    })
    thread.postMessage(task)
  })
}
