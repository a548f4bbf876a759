import type { StepRef } from '../../../schemas/answer.ts'
import type { CallName } from '../../../schemas/api.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import type { Storage } from '../visit/storage.ts'

/** One call that must reach the server. Sending it twice is one call to the server. */
export interface Parcel {
  call: CallName
  body: Readonly<Record<string, unknown>>
  /** The session's token: it authorises and signs. */
  token: string
  page_url: string
  waitsFor?: Correction
}

/** A step that must be answered before the parcel can be taken, and what the server refused of it. */
export interface Correction {
  step: StepRef
  errors: readonly FieldError[]
}

/** What waits to be sent, oldest first. Each parcel has a key of its own in storage, so that tabs never overwrite each
 *  other's, and what was kept outlives a reload and a closed tab. */
export interface Outbox {
  add: (parcel: Parcel) => void
  /** Keys in the order in which they were added. */
  keys: () => string[]
  /** Of these, in the same order, what may be sent: a parcel that waits for a step does not leave for a day, nor do the
   *  steps of its session behind it. */
  sendable: () => string[]
  /** The first parcel of a session that waits for a step, and the steps behind it. */
  held: (token: string) => { key: string; parcel: Parcel }[]
  /** Null when another tab has removed it, or when what is stored is no parcel: that is told on the console. */
  read: (key: string) => Parcel | null
  remove: (key: string) => void
  /** Puts another in the place of the parcel with this key and the same id; nothing when that one is gone. */
  replace: (key: string, parcel: Parcel) => void
  subscribe: (listener: () => void) => void
}

/** A key holds the time at which its parcel was added, so that keys sort by it. */
const PREFIX = 'leadloom.out.'
const KEY = /^leadloom\.out\.(\d{15})\./

/** Who has not corrected a step by then does not come back: the server is told of what waits, and has the last word. */
const CORRECTED_WITHIN_MS = 24 * 60 * 60 * 1000

/** `now` is UTC epoch ms; `unique` gives text that no other tab gives. A parcel comes after all that wait already, also
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
  const waits = (key: string, { waitsFor }: Parcel) =>
    waitsFor !== undefined && now() - Number(KEY.exec(key)![1]) < CORRECTED_WITHIN_MS
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    add: (parcel) => {
      const [, lastMs = -1] = KEY.exec(keys().at(-1) ?? '') ?? []
      const addedMs = Math.max(Number(lastMs) + 1, now())
      storage.set(`${PREFIX}${String(addedMs).padStart(15, '0')}.${unique()}`, JSON.stringify(parcel))
      notify()
    },
    keys,
    sendable: () => {
      const held = new Set<string>()
      return keys().filter((key) => {
        const parcel = peek(key)
        if (!parcel) return true
        if (waits(key, parcel)) held.add(parcel.token)
        return parcel.call !== STEP || !held.has(parcel.token)
      })
    },
    held: (token) => {
      const steps = keys().flatMap((key) => {
        const parcel = peek(key)
        return parcel?.call === STEP && parcel.token === token ? { key, parcel } : []
      })
      const first = steps.findIndex(({ parcel }) => parcel.waitsFor)
      return first < 0 ? [] : steps.slice(first)
    },
    read: (key) => {
      const parcel = peek(key)
      if (!parcel && storage.get(key) !== null) console.warn(`${key} holds no call that can be sent.`)
      return parcel
    },
    remove: storage.remove,
    replace: (key, parcel) => {
      if (peek(key)?.body['id'] !== parcel.body['id']) return
      storage.set(key, JSON.stringify(parcel))
      notify()
    },
    subscribe: (listener) => void listeners.push(listener),
  }
}

export const STEP: CallName = 'POST /api/sessions/step'

function parse(text: string): Parcel | null {
  try {
    const parcel = JSON.parse(text) as Partial<Parcel> | null
    const texts = [parcel?.call, parcel?.token, parcel?.page_url]
    const whole = parcel?.body && texts.every((member) => typeof member === 'string')
    return whole ? (parcel as Parcel) : null
  } catch {
    return null
  }
}
