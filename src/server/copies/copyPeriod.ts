import { DateTime } from 'luxon'
import type { LeadCopies } from '../../../schemas/buyer/copies.ts'
import type { CopyPeriod } from '../../store/nouns/copies/leadCopies.ts'

/** The day or week of a time zone that contains an instant, and when its leads are sent: at an hour of the day after it. A skipped hour
 *  ends when the clocks are set; of a repeated one, the first counts. UTC epoch ms. */
export function copyPeriodOf(
  at: number,
  { every, hour }: Pick<LeadCopies, 'every' | 'hour'>,
  zone: string,
): CopyPeriod & { sendAt: number } {
  const start = DateTime.fromMillis(at, { zone }).startOf(every)
  const end = start.plus({ [every]: 1 }).startOf(every)
  return {
    from: start.toMillis(),
    to: end.toMillis(),
    zone,
    // Before the end is only an hour that midnight skips.
    sendAt: Math.max(end.toMillis(), end.set({ hour }).toMillis()),
  }
}
