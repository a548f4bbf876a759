import { Type } from 'typebox'
import { closed, DOLLARS } from '../kernel/shape.ts'

/** Part of a buyer in the auction of a lead. */
export const AUCTION = {
  auction: Type.Optional(
    closed(
      {
        min_bid: Type.Optional(
          Type.String({
            pattern: DOLLARS,
            default: '0.01',
            description: 'Dollars. Lower bids don’t count.',
            examples: ['5.00'],
          }),
        ),
        max_bid: Type.Optional(
          Type.String({
            pattern: DOLLARS,
            default: '1000.00',
            description: 'Dollars. Higher bids are treated as a mistake and don’t count.',
            examples: ['250.00'],
          }),
        ),
      },
      {
        description:
          'The buyer bids for leads against the other buyers with an auction. All are pinged at once, and the highest bid gets the lead. If that buyer refuses it, the next one gets it, as far as shares allow. Equal bids go by priority, then to the buyer that has waited longest for a lead. It needs a ping. A bid is the most that’s booked for the lead. The setting AUCTION_MS is the time to wait for bids.',
        examples: [{ min_bid: '5.00', max_bid: '250.00' }],
      },
    ),
  ),
}
