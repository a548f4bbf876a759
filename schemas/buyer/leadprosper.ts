import { Type } from 'typebox'
import { closed, oneOf } from '../kernel/shape.ts'

/** Settings that differ between campaigns of LeadProsper, or are not documented there. */
export const LEADPROSPER = {
  leadprosper: Type.Optional(
    closed(
      {
        body: Type.Optional({
          ...oneOf(['json', 'form'], {
            description: 'The format of the campaign’s leads. json: as JSON. form: as a form.',
          }),
          default: 'json',
        }),
        duplicate_codes: Type.Optional(
          Type.Array(Type.Integer({ minimum: 1 }), {
            minItems: 1,
            maxItems: 20,
            uniqueItems: true,
            default: [1008, 1049],
            description: 'The response codes for a duplicate lead. LeadProsper doesn’t publish them.',
            examples: [[1008, 1049]],
          }),
        ),
        bid_parameter: Type.Optional(
          Type.String({
            pattern: '^[A-Za-z_][A-Za-z0-9_]{0,59}$',
            description:
              'For a shared exchange, where a ping gets several bids: the parameter that says which bid a post accepts. LeadProsper doesn’t publish it, so ask them. If omitted, none of several bids counts.',
            examples: ['bid_id'],
          }),
        ),
      },
      { description: 'For the format leadprosper only.', examples: [{ body: 'form' }] },
    ),
  ),
}
