import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { BUYERS_FILE } from './wrongBuyers.ts'
import { isTimeZone, minutesOf } from '../../time/localTime.ts'
import { cents } from '../kernel/cents.ts'
import { leastBid } from './winner.ts'
import { mostOf, priceOf } from './limitsOf.ts'

/** Problems with a buyer's limits on volume and hours. */
export function wrongLimits(buyer: Buyer) {
  const { time_zone, caps = [], hours = [] } = buyer
  const all: { is: boolean; member: keyof Buyer; message: string; hint: string }[] = [
    {
      is: time_zone !== undefined && !isTimeZone(time_zone),
      member: 'time_zone',
      message: BUYERS_FILE.zone,
      hint: BUYERS_FILE.zoneLike,
    },
    {
      is: caps.some(({ dollars }) => dollars !== undefined) && mostOf(buyer) === null && !buyer.auction,
      member: 'caps',
      message: BUYERS_FILE.capPrice,
      hint: BUYERS_FILE.givePrice,
    },
    {
      is: buyer.max_price !== undefined && cents(buyer.max_price) < priceOf(buyer),
      member: 'max_price',
      message: BUYERS_FILE.pricesCrossed,
      hint: BUYERS_FILE.pricesInOrder,
    },
    ...caps.flatMap(({ leads, dollars }, i) => [
      {
        is: leads === undefined && dollars === undefined,
        member: 'caps' as const,
        message: BUYERS_FILE.emptyCap(i + 1),
        hint: BUYERS_FILE.capOf,
      },
      {
        is:
          dollars !== undefined && cents(dollars) < (buyer.auction ? leastBid(buyer) : (mostOf(buyer) ?? 0)),
        member: 'caps' as const,
        message: BUYERS_FILE.smallCap(i + 1),
        hint: BUYERS_FILE.raiseCap,
      },
    ]),
    ...hours.map(({ from, to }, i) => ({
      is: minutesOf(to) === minutesOf(from),
      member: 'hours' as const,
      message: BUYERS_FILE.hours(i + 1),
      hint: BUYERS_FILE.wholeDay,
    })),
  ]
  return all.filter(({ is }) => is)
}
