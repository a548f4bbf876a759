import { Worker } from 'node:worker_threads'
import { RETURN_REFUSALS } from '../../texts/desk/returnRefusals.ts'
import { refusal } from '../http/problem.ts'
import type { StatedStore } from './heldAgainst.ts'
import type { StatementMessage, StatementTask } from './statementTasks.ts'

/** Each holds a file and its lines. */
const MOST_AT_ONCE = 2
const MEMORY_MB = 768
const MOST_MS = 120_000
let atOnce = 0

/** Has a statement read in a thread of its own, and gives what that says. Throws 503 where too many are read already. */
export async function* statementThread(
  store: StatedStore,
  task: StatementTask,
): AsyncGenerator<Exclude<StatementMessage, { call: unknown }>> {
  if (atOnce >= MOST_AT_ONCE) throw refusal(503, RETURN_REFUSALS.statementsWait, { retryAfterS: 10 })
  atOnce++
  const worker = new Worker(new URL('./statementTasks.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const heard: Exclude<StatementMessage, { call: unknown }>[] = []
  let wake = () => {}
  let failure: Error | null = null
  const fail = (error: Error) => {
    failure = error
    wake()
  }
  const timer = setTimeout(() => fail(refusal(422, RETURN_REFUSALS.statementTooLong)), MOST_MS)
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refusal(422, RETURN_REFUSALS.statementTooLarge) : error),
  )
  worker.on('message', (message: StatementMessage) => {
    if (!('call' in message)) {
      heard.push(message)
      return wake()
    }
    const { call, args, id } = message
    Promise.resolve(Reflect.apply(store[call], store, args) as Promise<unknown>).then(
      (value) => worker.postMessage({ id, value }),
      fail,
    )
  })
  worker.postMessage(task)
  try {
    for (;;) {
      const message = heard.shift()
      if (failure) throw failure as Error
      if (!message) {
        await new Promise<void>((resolve) => (wake = resolve))
        continue
      }
      yield message
      if ('ended' in message || 'failed' in message || 'names' in message) return
    }
  } finally {
    clearTimeout(timer)
    atOnce--
    await worker.terminate()
  }
}
