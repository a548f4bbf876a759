import { Type } from 'typebox'
import { closed, DOLLARS } from '../shape.ts'

/** Part of a buyer in the auction of a lead. */
export const AUCTION = {
  auction: Type.Optional(
    closed(
      {
        min_bid: Type.Optional(
          Type.String({
            pattern: DOLLARS,
            default: '0.01',
            description: 'Dollars. A lower bid does not count.',
            examples: ['5.00'],
          }),
        ),
        max_bid: Type.Optional(
          Type.String({
            pattern: DOLLARS,
            default: '1000.00',
            description: 'Dollars. A higher bid is taken for a mistake of the buyer’s, and does not count.',
            examples: ['250.00'],
          }),
        ),
      },
      {
        description:
          'The buyer bids for a lead against the other buyers of it that have this: all are pinged at once, and the highest bid gets the lead, then the next one if that buyer refuses it, as far as shares go. Equal bids go by priority, then to who got no lead for longest. It needs a ping. What a buyer bids is the most that is booked for the lead. The setting AUCTION_MS says how long bids are waited for.',
        examples: [{ min_bid: '5.00', max_bid: '250.00' }],
      },
    ),
  ),
}
