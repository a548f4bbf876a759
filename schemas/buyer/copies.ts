import { Type, type Static } from 'typebox'
import { closed, explained } from '../kernel/shape.ts'

/** Schedule on which a buyer gets its leads as a file. */
export const LeadCopies = closed(
  {
    to: Type.Array(
      Type.String({
        pattern: '^[^@\\s,;<>?]+@[^@\\s,;<>?]+$',
        maxLength: 254,
        description: 'An email address of the buyer.',
        examples: ['leads@buyer.example'],
      }),
      {
        minItems: 1,
        maxItems: 5,
        uniqueItems: true,
        description: 'The email addresses that get the file, each in a separate email.',
        examples: [['leads@buyer.example']],
      },
    ),
    every: explained('The days that one file covers, in the buyer’s time zone.', {
      day: 'yesterday',
      week: 'last week, from Monday to Sunday; it’s sent on Mondays',
    }),
    hour: Type.Integer({
      minimum: 0,
      maximum: 23,
      description:
        'The hour when it’s sent, in the buyer’s time zone. If the clocks skip it, the file is sent when they’re set.',
      examples: [8],
    }),
  },
  {
    description:
      'The leads that the buyer bought, by email as a CSV file, whatever its format. A period without leads is sent as a note. People who were forgotten or opted out are left out.',
    examples: [{ to: ['leads@buyer.example'], every: 'day', hour: 8 }],
  },
)
export type LeadCopies = Static<typeof LeadCopies>

export const COPIES = { copies: Type.Optional(LeadCopies) }
