import type { PixelEvent, PixelEventState } from '../../../../schemas/outgoing/pixel.ts'
import type { PixelAttempt, PixelEnd } from './pixelTypes.ts'

/** Events for ad vendors. Rules for all verbs are at `Store`. */
export interface PixelStore {
  /** Due events for one account of a vendor, longest waiting first. */
  duePixelEvents(account: { vendor: string; account: string }, now: number, limit: number): Promise<number[]>
  /** Begins an attempt of a due event. Null if it isn't due, or no longer; if its visitor opted out or was forgotten, or its sale was
   *  returned, it ends as 'suppressed'. */
  beginPixelEvent(entry: number, now: number, leaseMs?: number): Promise<PixelAttempt | null>
  /** Records the result of an event in flight. */
  endPixelEvent(entry: number, attempt: number, end: PixelEnd): Promise<void>
  /** False if the event doesn't exist, is already due, was sent or must not be. */
  replayPixelEvent(entry: number, now: number): Promise<boolean>
  /** Like `resumeDeliveries`. */
  resumePixelEvents(now: number, isAlone: boolean): Promise<number>
  /** Newest first; of one state, or of all. */
  pixelEvents(filter: { state: PixelEventState | null; limit: number }): Promise<PixelEvent[]>
}
