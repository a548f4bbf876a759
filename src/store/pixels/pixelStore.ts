import type { PixelEvent, PixelEventState } from '../../../schemas/outgoing/pixel.ts'
import type { PixelAttempt, PixelEnd } from './pixelTypes.ts'

/** What vendors of advertisements are told. What holds for all verbs is said of `Store`. */
export interface PixelStore {
  /** What one account of a vendor is due to be told, the longest waiting first. */
  duePixelEvents(account: { vendor: string; account: string }, now: number, limit: number): Promise<number[]>
  /** Takes up an event that is due. Null when it is not, or no longer; one whose visitor opted out or was forgotten, or whose sale
   *  was returned, ends as 'suppressed'. */
  beginPixelEvent(entry: number, now: number, leaseMs?: number): Promise<PixelAttempt | null>
  /** Writes down what came of an event under way. */
  endPixelEvent(entry: number, attempt: number, end: PixelEnd): Promise<void>
  /** False when there is no such event, or it is due already, was sent or must not be. */
  replayPixelEvent(entry: number, now: number): Promise<boolean>
  /** As `resumeDeliveries` does. */
  resumePixelEvents(now: number, isAlone: boolean): Promise<number>
  /** The newest first; of one state, or of all. */
  pixelEvents(filter: { state: PixelEventState | null; limit: number }): Promise<PixelEvent[]>
}
