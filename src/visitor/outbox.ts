import type { CallName } from '../../schemas/api.ts'
import type { Storage } from './storage.ts'

/** One call that must reach the server. Sending it twice is one call to the server. */
export interface Parcel {
  call: CallName
  body: Readonly<Record<string, unknown>>
  /** The session's token: it authorises and signs. */
  token: string
  page_url: string
}

/** What waits to be sent, oldest first. Each parcel has a key of its own in storage, so that tabs never overwrite each
 *  other's, and what was kept outlives a reload and a closed tab. */
export interface Outbox {
  add: (parcel: Parcel) => void
  /** Keys in the order in which they were added. */
  keys: () => string[]
  /** Null when another tab has removed it, or when what is stored is no parcel: that is told on the console. */
  read: (key: string) => Parcel | null
  remove: (key: string) => void
  subscribe: (listener: () => void) => void
}

/** A key holds the time at which its parcel was added, so that keys sort by it. */
const PREFIX = 'leadloom.out.'
const KEY = /^leadloom\.out\.(\d{15})\./

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
  return {
    add: (parcel) => {
      const [, lastMs = -1] = KEY.exec(keys().at(-1) ?? '') ?? []
      const addedMs = Math.max(Number(lastMs) + 1, now())
      storage.set(`${PREFIX}${String(addedMs).padStart(15, '0')}.${unique()}`, JSON.stringify(parcel))
      for (const listener of listeners) listener()
    },
    keys,
    read: (key) => {
      const text = storage.get(key)
      if (text === null) return null
      const parcel = parse(text)
      if (!parcel) console.warn(`${key} holds no call that can be sent.`)
      return parcel
    },
    remove: storage.remove,
    subscribe: (listener) => void listeners.push(listener),
  }
}

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
