import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { CallName } from '../../../schemas/api.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import type { Storage } from './storage.ts'

/** A call that must reach the server. Sent twice, it still counts as one. */
export interface QueuedCall {
  call: CallName
  body: Readonly<Record<string, unknown>>
  /** Token of the session, which authorizes and signs. */
  token: string
  page_url: string
  waitsFor?: Correction
}

/** A step that must be answered before the call can be accepted, and the server's errors about it. */
export interface Correction {
  step: StepRef
  errors: readonly FieldError[]
}

/** Calls to send, oldest first. Each has its own key in storage, so that tabs never overwrite each other's, and calls survive a reload
 *  and a closed tab. */
export interface Outbox {
  add: (queued: QueuedCall) => void
  /** Keys in the order of adding. */
  keys: () => string[]
  /** Keys of the calls that may be sent, in the same order. A call that waits for a step is held for a day, and so are the later steps
   *  of its session. */
  sendable: () => string[]
  /** The first call of a session that waits for a step, and the steps after it. */
  held: (token: string) => { key: string; queued: QueuedCall }[]
  /** Null if another tab has removed it, or if the stored value is not a call, which is logged to the console. */
  read: (key: string) => QueuedCall | null
  remove: (key: string) => void
  /** Replaces the call with this key and the same ID; does nothing if that one is gone. */
  replace: (key: string, queued: QueuedCall) => void
  subscribe: (listener: () => void) => void
}

/** A key includes the time when its call was added, so that keys sort by it. */
const PREFIX = 'leadloom.out.'
const KEY = /^leadloom\.out\.(\d{15})\./

/** Time limit for a correction. Visitors who take longer don't come back, so the call is sent anyway, and the server decides. */
const CORRECTED_WITHIN_MS = 24 * 60 * 60 * 1000

/** `now` is UTC epoch ms; `unique` gives text that no other tab gives. A new call sorts after all pending ones, even within one
 *  millisecond and when the clock was set back. */
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

/** True if a session still has a call to send, even one that waits for a correction. */
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
