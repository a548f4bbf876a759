import type { StepRef } from '../../../schemas/answer.ts'
import type { CallName } from '../../../schemas/api.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import type { Storage } from '../visit/storage.ts'

/** One call that must reach the server. Sending it twice is one call to the server. */
export interface QueuedCall {
  call: CallName
  body: Readonly<Record<string, unknown>>
  /** The session's token: it authorises and signs. */
  token: string
  page_url: string
  waitsFor?: Correction
}

/** A step that must be answered before the call can be taken, and what the server refused of it. */
export interface Correction {
  step: StepRef
  errors: readonly FieldError[]
}

/** What waits to be sent, oldest first. Each call has a key of its own in storage, so that tabs never overwrite each
 *  other's, and what was kept outlives a reload and a closed tab. */
export interface Outbox {
  add: (queued: QueuedCall) => void
  /** Keys in the order in which they were added. */
  keys: () => string[]
  /** Of these, in the same order, what may be sent: a call that waits for a step does not leave for a day, nor do the
   *  steps of its session behind it. */
  sendable: () => string[]
  /** The first call of a session that waits for a step, and the steps after it. */
  held: (token: string) => { key: string; queued: QueuedCall }[]
  /** Null when another tab has removed it, or when what is stored is no call: that is told on the console. */
  read: (key: string) => QueuedCall | null
  remove: (key: string) => void
  /** Puts another in the place of the call with this key and the same id; nothing when that one is gone. */
  replace: (key: string, queued: QueuedCall) => void
  subscribe: (listener: () => void) => void
}

/** A key holds the time at which its call was added, so that keys sort by it. */
const PREFIX = 'leadloom.out.'
const KEY = /^leadloom\.out\.(\d{15})\./

/** Who has not corrected a step by then does not come back: the server is told of what waits, and has the last word. */
const CORRECTED_WITHIN_MS = 24 * 60 * 60 * 1000

/** `now` is UTC epoch ms; `unique` gives text that no other tab gives. A call comes after all that wait already, also
 *  within one millisecond and when the clock was set back. */
export function createOutbox({
  storage,
  now,
  unique,
}: {
  storage: Storage
  now: () => number
  unique: () => string
}): Outbox {
  const listeners: (() => void)[] = []
  const keys = () =>
    storage
      .keys()
      .filter((key) => KEY.test(key))
      .sort()
  const peek = (key: string) => parse(storage.get(key) ?? 'null')
  const waits = (key: string, { waitsFor }: QueuedCall) =>
    waitsFor !== undefined && now() - Number(KEY.exec(key)![1]) < CORRECTED_WITHIN_MS
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    add: (queued) => {
      const [, lastMs = -1] = KEY.exec(keys().at(-1) ?? '') ?? []
      const addedMs = Math.max(Number(lastMs) + 1, now())
      storage.set(`${PREFIX}${String(addedMs).padStart(15, '0')}.${unique()}`, JSON.stringify(queued))
      notify()
    },
    keys,
    sendable: () => {
      const held = new Set<string>()
      return keys().filter((key) => {
        const queued = peek(key)
        if (!queued) return true
        if (waits(key, queued)) held.add(queued.token)
        return queued.call !== STEP || !held.has(queued.token)
      })
    },
    held: (token) => {
      const steps = keys().flatMap((key) => {
        const queued = peek(key)
        return queued?.call === STEP && queued.token === token ? { key, queued } : []
      })
      const first = steps.findIndex(({ queued }) => queued.waitsFor)
      return first < 0 ? [] : steps.slice(first)
    },
    read: (key) => {
      const queued = peek(key)
      if (!queued && storage.get(key) !== null) console.warn(`${key} holds no call that can be sent.`)
      return queued
    },
    remove: storage.remove,
    replace: (key, queued) => {
      if (peek(key)?.body['id'] !== queued.body['id']) return
      storage.set(key, JSON.stringify(queued))
      notify()
    },
    subscribe: (listener) => void listeners.push(listener),
  }
}

/** Whether a call of a session waits still, be it for a correction. */
export function hasUnsent({ keys, read }: Pick<Outbox, 'keys' | 'read'>, token: string): boolean {
  return keys().some((key) => read(key)?.token === token)
}

export const STEP: CallName = 'POST /api/sessions/step'

function parse(text: string): QueuedCall | null {
  try {
    const queued = JSON.parse(text) as Partial<QueuedCall> | null
    const texts = [queued?.call, queued?.token, queued?.page_url]
    const whole = queued?.body && texts.every((member) => typeof member === 'string')
    return whole ? (queued as QueuedCall) : null
  } catch {
    return null
  }
}
