import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ended, tooLarge, tooLong } from '../server/isolated/endings.ts'
import { startProgram } from '../server/isolated/startProgram.ts'
import { watchMemory } from '../server/isolated/watchMemory.ts'
import { pictureMaker, type Order } from '../server/publish/pictures/makePictures.ts'
import type { DraftPage, OpenDraftPage } from '../server/studio/draftPage.ts'
import type { DraftAnswer, DraftQuestion, FromDraft, ToDraft } from './draftProgram.ts'

/** Limit of JavaScript's memory. A flow of 5 MB with its walk, its page and its validators takes about a hundred. */
const HEAP_MB = 768
const LIMITS = {
  /** Total memory, including the threads of its database and its proofs. */
  memoryMb: 1536,
  /** Time for one request, less than a call waits for its answer. Anything longer has hung. */
  mostMs: 150_000,
}
const CLOSE_MS = 5000

/** Opens the page of a draft in a separate process. Throws a refusal if the draft breaks it; if it breaks later, the page ends. */
export const openDraftPage = draftPageOpener()

export function draftPageOpener(limits = LIMITS): OpenDraftPage {
  return (draft) => openIn(limits, draft)
}

async function openIn(
  { memoryMb, mostMs }: typeof LIMITS,
  { path, written, productName, onChange, onEnd }: Parameters<OpenDraftPage>[0],
): Promise<DraftPage> {
  const folder = await mkdtemp(join(tmpdir(), 'leadloom-draft-'))
  const child = startProgram({
    file: join(import.meta.dirname, 'draftProgram.ts'),
    heapMb: HEAP_MB,
    hasThreads: true,
    folder,
  })
  const gone = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  )
  const pictures = pictureMaker()
  const requests = createRequests(mostMs, () => breaks(tooLong()))
  let isClosing = false
  let endedBy: Error | null = null

  /** Ends the page once, whatever the reason, and rejects its pending requests with it. */
  function finish(error: Error): void {
    if (endedBy) return
    endedBy = error
    unwatch()
    requests.rejectAll(error)
    pictures.end()
    child.kill('SIGKILL')
  }
  function breaks(error: Error): void {
    if (endedBy) return
    finish(error)
    if (!isClosing) onEnd(error)
  }
  const say = (message: ToDraft) => void child.send(message, () => {})
  async function draw(id: number, order: Order): Promise<void> {
    try {
      say({ id, drawn: await pictures.make(order) })
    } catch (error) {
      say({ id, undrawn: String(error) })
    }
  }
  const unwatch = watchMemory(child.pid, memoryMb, () => breaks(tooLarge()))
  child
    .on('exit', (code, signal) => endedBy ?? breaks(ended(code, signal)))
    .on('error', breaks)
    .on('message', (said: FromDraft) => {
      if (said === 'changed') onChange()
      else if ('draw' in said) void draw(said.id, said.draw)
      else requests.settle(said)
    })
  const ask = <Answer>(verb: DraftQuestion['verb'], question: unknown = null): Promise<Answer> => {
    if (endedBy) return Promise.reject(endedBy)
    const { id, answered } = requests.add()
    say({ id, verb, asked: question })
    return answered as Promise<Answer>
  }
  const page: DraftPage = {
    write: (draft) => ask('write', draft),
    begin: (visit) => ask('begin', visit),
    state: () => ask('state'),
    answer: (request) => ask('answer', request),
    async close() {
      isClosing = true
      const late = new Promise<void>((resolve) => void setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([ask('end').catch(() => {}), late])
      finish(new Error(CLOSED))
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
  try {
    say({ begin: { path, productName, folder } })
    await page.write(written)
    return page
  } catch (error) {
    await page.close()
    throw error
  }
}

/** Requests that wait for an answer, by ID. Calls `onLate` if one waits longer than `mostMs`. */
function createRequests(mostMs: number, onLate: () => void) {
  const waiting = new Map<number, { answered: PromiseWithResolvers<unknown>; timer: NodeJS.Timeout }>()
  let lastId = -1
  return {
    add() {
      const id = ++lastId
      const answered = Promise.withResolvers<unknown>()
      waiting.set(id, { answered, timer: setTimeout(onLate, mostMs).unref() })
      return { id, answered: answered.promise }
    },
    settle(said: DraftAnswer): void {
      const request = waiting.get(said.id)
      if (!request) return
      waiting.delete(said.id)
      clearTimeout(request.timer)
      if ('failure' in said) request.answered.reject(new Error(said.failure))
      else request.answered.resolve(said.answer)
    },
    rejectAll(error: Error): void {
      for (const { answered, timer } of waiting.values()) {
        clearTimeout(timer)
        answered.reject(error)
      }
      waiting.clear()
    },
  }
}

const CLOSED = 'The page of the draft was closed.'
