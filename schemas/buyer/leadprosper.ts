import { Type } from 'typebox'
import { closed, oneOf } from '../shape.ts'

/** Settings that differ between campaigns of LeadProsper, or are not documented there. */
export const LEADPROSPER = {
  leadprosper: Type.Optional(
    closed(
      {
        body: Type.Optional({
          ...oneOf(['json', 'form'], {
            description: 'How the campaign takes leads. json: as JSON. form: as a form.',
          }),
          default: 'json',
        }),
        duplicate_codes: Type.Optional(
          Type.Array(Type.Integer({ minimum: 1 }), {
            minItems: 1,
            maxItems: 20,
            uniqueItems: true,
            default: [1008, 1049],
            description: 'The codes by which it calls a lead a duplicate. LeadProsper does not publish them.',
            examples: [[1008, 1049]],
          }),
        ),
        bid_parameter: Type.Optional(
          Type.String({
            pattern: '^[A-Za-z_][A-Za-z0-9_]{0,59}$',
            description:
              'Of a shared exchange, whose ping is answered with several bids: by which parameter a post names the one that it takes. LeadProsper does not publish it: ask there. Without it a ping that is answered with several bids makes none that counts.',
            examples: ['bid_id'],
          }),
        ),
      },
      { description: 'For the format leadprosper alone.', examples: [{ body: 'form' }] },
    ),
  ),
}
