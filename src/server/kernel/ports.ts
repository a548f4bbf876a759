import type { EventEmitter } from 'node:events'
import type { Store } from '../../store/store.ts'

/** Store and clock, which nearly every room works with. What else a room needs, it says where it uses it. */
export interface StoreAndClock {
  store: Store
  /** UTC epoch ms. */
  now: () => number
}

/** Returns that many random bytes, fit for secrets. */
export type Random = (bytes: number) => Buffer

/** Folders of built assets, of the documentation, of the sites, and of the vehicle catalog. */
export type Folders = Record<
  'visitor' | 'stats' | 'studio' | 'docs' | 'render' | 'sites' | 'vehicles',
  string
>

/** Wakes the senders in this process when an entry has just become due, so that they don't wait until they look again. */
export type DueSignals = EventEmitter<Record<'lead' | 'mail' | 'pixelEvent', []>>
