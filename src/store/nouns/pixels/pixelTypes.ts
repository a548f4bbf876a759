import type { PixelMoment } from '../../../../schemas/outgoing/pixel.ts'
import type { SessionRecord } from '../sessions/sessionTypes.ts'

/** Events for ad vendors. Times are UTC epoch ms, money integer cents. */

/** An event for an ad vendor, sent once per session, under the vendor's own `name`. `offer` and `step` are '' if there is none. */
export interface NewPixelEvent {
  vendor: string
  account: string
  name: string
  kind: PixelMoment
  offer: string
  step: string
}

/** An event in flight. `attempt` counts from 1. */
export interface PixelAttempt extends NewPixelEvent {
  attempt: number
  /** Entry of the ledger, and its price; 0 and null if there is none. */
  sale: number
  cents: number | null
  /** The click that it counts for. */
  arrival: number
  at: number
  session: SessionRecord
  /** IDs that vendors' scripts gave the browser, by cookie name. */
  ids: Record<string, string>
}
