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
  read: (key: string) => Parcel | null
  remove: (key: string) => void
  subscribe: (listener: () => void) => void
}

const PREFIX = 'leadloom.out.'

/** `now` is UTC epoch ms; `unique` gives text that no other tab gives. A clock set back does not reorder what this page
 *  adds. */
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
      .filter((key) => key.startsWith(PREFIX))
      .sort()
  let latestMs = Math.max(0, ...keys().map((key) => Number(key.slice(PREFIX.length).split('.')[0])))
  return {
    add: (parcel) => {
      latestMs = Math.max(latestMs + 1, now())
      storage.set(`${PREFIX}${String(latestMs).padStart(15, '0')}.${unique()}`, JSON.stringify(parcel))
      for (const listener of listeners) listener()
    },
    keys,
    read: (key) => {
      const text = storage.get(key)
      return text === null ? null : (JSON.parse(text) as Parcel)
    },
    remove: storage.remove,
    subscribe: (listener) => void listeners.push(listener),
  }
}
