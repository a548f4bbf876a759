import type { PixelEventState, PixelMoment } from '../../../schemas/outgoing/pixel.ts'
import type { SessionRecord } from '../sessions/sessionTypes.ts'

/** What vendors of advertisements are told. Times are UTC epoch ms, money integer cents. */

/** What a vendor of advertisements is to be told, once of a session: by its own `name`, of what happened. `offer` and `step` are ''
 *  where there is none. */
export interface NewPixelEvent {
  vendor: string
  account: string
  name: string
  kind: PixelMoment
  offer: string
  step: string
}

/** An event that is being told. `attempt` counts from 1. */
export interface PixelAttempt extends NewPixelEvent {
  attempt: number
  /** The entry of the ledger, and what was paid; 0 and null where there is none. */
  sale: number
  cents: number | null
  /** The click that it counts for. */
  arrival: number
  at: number
  session: SessionRecord
  /** What vendors' scripts call the browser, by the names of their cookies. */
  ids: Record<string, string>
}

/** What telling of an event came to. `due_at`: when it is told again, for the state 'due' alone. */
export interface PixelEnd {
  state: PixelEventState
  message: string
  due_at: number | null
}
