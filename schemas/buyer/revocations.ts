import { Type, type Static } from 'typebox'
import { closed, explained } from '../kernel/shape.ts'

/** Way to notify a buyer that a person doesn't want to be contacted anymore. */
export const BuyerRevocations = closed(
  {
    call: Type.Optional(
      explained('The format of the call.', {
        json: 'our JSON, with the person, our key for the lead, and the deadline',
        convoso: 'Convoso’s do-not-call list; needs key',
        suppressionlist: 'SuppressionList; needs key and list',
      }),
    ),
    url: Type.Optional(
      Type.String({
        pattern: '^https?://',
        description:
          'The URL to post to. It must be https, except for a local buyer. For convoso and suppressionlist, it can be omitted.',
        examples: ['https://buyer.example/revocations'],
      }),
    ),
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        writeOnly: true,
        description: 'The buyer’s secret. The format json sends it as a bearer token.',
        examples: ['a-secret-of-the-buyer'],
      }),
    ),
    list: Type.Optional(
      Type.String({
        pattern: '^[\\w|-]{1,200}$',
        description:
          'SuppressionList’s URL name of the list, or several with | between them. For convoso, the campaign ID. The default is 0, which means all campaigns.',
        examples: ['internal-dnc'],
      }),
    ),
    to: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^[^@\\s,;<>?]+@[^@\\s,;<>?]+$',
          maxLength: 254,
          description: 'An email address of the buyer.',
          examples: ['compliance@buyer.example'],
        }),
        {
          minItems: 1,
          maxItems: 5,
          uniqueItems: true,
          description:
            'The email addresses to notify if there’s no url. Someone must then confirm at the desk that the buyer got it.',
          examples: [['compliance@buyer.example']],
        },
      ),
    ),
  },
  {
    description:
      'How to notify the buyer when a person whose lead it has doesn’t want to be contacted anymore. If omitted, the email address that it gets leads or files at is used. Without one, an operator notifies it.',
    examples: [{ url: 'https://buyer.example/revocations' }],
  },
)
export type BuyerRevocations = Static<typeof BuyerRevocations>

export const REVOCATIONS = { revocations: Type.Optional(BuyerRevocations) }
