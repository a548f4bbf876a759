import { Worker } from 'node:worker_threads'
import type { DraftPage, OpenDraftPage } from '../server/studio/draftPage.ts'
import type { DraftThreadData, ThreadAnswer, ThreadQuestion } from './draftThread.ts'

/** Of JavaScript alone: a flow of 5 MB with its walk, its page and its validators takes some hundred. */
const MOST_MB = 768
/** What hangs is ended. */
const CLOSE_MS = 5000

/** Opens the page of a draft in a thread of its own. */
export const openDraftPage: OpenDraftPage = async ({ path, written, productName, onChange, onEnd }) => {
  const worker = new Worker(new URL('./draftThread.ts', import.meta.url), {
    workerData: { path, productName } satisfies DraftThreadData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  let isClosed = false
  const drop = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (message: ThreadAnswer) => {
    if (message === 'changed') return onChange()
    const answered = waiting.get(message.id)
    waiting.delete(message.id)
    if ('failure' in message) answered?.reject(new Error(message.failure))
    else answered?.resolve(message.answer)
  })
  worker.on('error', (error) => {
    drop(error as Error)
    if (!isClosed) onEnd(error as Error)
    isClosed = true
  })
  const ask = <Answer>(verb: ThreadQuestion['verb'], question: unknown = null): Promise<Answer> => {
    if (isClosed && verb !== 'end') return Promise.reject(new Error(ENDED))
    const id = asked++
    const answered = Promise.withResolvers<unknown>()
    waiting.set(id, answered)
    worker.postMessage({ id, verb, asked: question } satisfies ThreadQuestion)
    return answered.promise as Promise<Answer>
  }
  const page: DraftPage = {
    write: (draft) => ask('write', draft),
    begin: (visit) => ask('begin', visit),
    state: () => ask('state'),
    answer: (request) => ask('answer', request),
    async close() {
      if (isClosed) return
      isClosed = true
      const late = new Promise<void>((resolve) => void setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([ask('end').catch(() => {}), late])
      drop(new Error(ENDED))
      await worker.terminate()
    },
  }
  try {
    await page.write(written)
    return page
  } catch (error) {
    await page.close()
    throw error
  }
}

const ENDED = 'The page of the draft was closed.'
