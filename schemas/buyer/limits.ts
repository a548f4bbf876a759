import { Type, type Static } from 'typebox'
import { Rule } from '../kernel/rule.ts'
import { AT_MOST, closed, DOLLARS, explained, oneOf } from '../kernel/shape.ts'

/** Limits on what a buyer takes, and when. */

export const Cap = closed(
  {
    per: explained('The period, in the buyer’s time zone.', {
      hour: 'a clock hour; when clocks are set back, the hour that comes twice counts as two hours, and when they’re set forward, the skipped hour doesn’t count',
      day: 'from midnight to midnight',
      month: 'a calendar month',
    }),
    leads: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The number of leads.', examples: [50] }),
    ),
    dollars: Type.Optional(
      Type.String({
        pattern: DOLLARS,
        description:
          'The amount in dollars. A lead counts with its bid, or with max_price or price if the buyer doesn’t bid, and no more is booked for it. Once it’s sold, it counts with the amount paid.',
        examples: ['2000.00'],
      }),
    ),
  },
  { description: 'A cap on what the buyer takes, by leads, by money, or by both.' },
)

export const Opening = closed(
  {
    days: Type.Array(oneOf(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']), {
      minItems: 1,
      uniqueItems: true,
      description: 'The days of the week on which the hours start.',
      examples: [['mon', 'tue', 'wed', 'thu', 'fri']],
    }),
    from: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: 'The start time, 00:00 to 23:59.',
      examples: ['09:00'],
    }),
    to: Type.String({
      pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
      description:
        'The end time. If it’s earlier than the start time, it’s on the next day. Use 24:00 for midnight.',
      examples: ['17:30'],
    }),
  },
  { description: 'Hours on certain days when the buyer takes leads.' },
)
export type Opening = Static<typeof Opening>

const LONGEST_WAIT_HOURS = 720
const hours = (when: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LONGEST_WAIT_HOURS,
      default: 24,
      description: `While the buyer ${when}.`,
      examples: [2],
    }),
  )

/** Members of a buyer that set its limits. */
export const LIMITS = {
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      default: 'America/New_York',
      description: 'The buyer’s time zone for its caps and hours, by its IANA name.',
      examples: ['America/Chicago'],
    }),
  ),
  caps: Type.Optional(
    Type.Array(Cap, {
      minItems: 1,
      maxItems: 6,
      description:
        'The buyer’s caps, which all apply. A lead counts while it’s being sold, and no longer counts once the buyer refuses it. If it isn’t known whether the buyer took it, it counts.',
      examples: [
        [
          { per: 'hour', leads: 10 },
          { per: 'month', dollars: '20000.00' },
        ],
      ],
    }),
  ),
  max_price: Type.Optional(
    Type.String({
      pattern: DOLLARS,
      description:
        'The most that’s booked for a lead without a bid, in dollars. If the buyer’s acceptance has a higher price, this amount is booked. For a buyer with a cap in dollars, the default is its price.',
      examples: ['40.00'],
    }),
  ),
  hours: Type.Optional(
    Type.Array(Opening, {
      minItems: 1,
      maxItems: 50,
      description:
        'The hours when the buyer takes leads. If omitted, it takes them at all times. When clocks are set back, hours in the repeated hour apply both times. Hours that start in a skipped hour start as soon as it’s over.',
      examples: [[{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:30' }]],
    }),
  ),
  states: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), {
      minItems: 1,
      maxItems: 60,
      uniqueItems: true,
      description:
        'The states that the buyer takes leads from, by postal abbreviation. The lead’s state comes from its ZIP code, or from its field "state" if it has none. A lead without a known state isn’t sent.',
      examples: [['TX', 'OK']],
    }),
  ),
  filters: Type.Optional(
    Type.Array(Rule, {
      minItems: 1,
      maxItems: AT_MOST.rules,
      description:
        'The conditions a lead must meet for the buyer to get it, on the fields it would get, by our names. All of them must be met.',
      examples: [[{ operator: 'and', conditions: [{ field: 'age', condition: 'gte', arg: 18 }] }]],
    }),
  ),
  paused: Type.Optional(
    Type.Boolean({ default: false, description: 'No leads are sent to the buyer, and it isn’t pinged.' }),
  ),
  wait_hours: Type.Optional(
    closed(
      { full: hours('has all that its caps allow'), closed: hours('is closed'), paused: hours('is paused') },
      {
        description:
          'The total hours a lead waits for the buyer to take leads again. A lead that would wait longer isn’t sent to it. 0 means that leads don’t wait. The longest of the three also applies while another buyer may have bought the lead and it hasn’t been settled yet.',
        examples: [{ full: 0, closed: 14, paused: 0 }],
      },
    ),
  ),
}

/** Reason why a lead is held back from a buyer. */
export const HeldReason = oneOf(['full', 'closed', 'paused', 'unwanted', 'taken'], {
  description:
    'full: the buyer has reached its caps. closed: it’s outside its hours. paused: it doesn’t take leads. unwanted: its states or filters exclude the lead. taken: another buyer has it, may have it, or is asked first. A due lead waits. A rejected one ended without being sent.',
})
export type HeldReason = Static<typeof HeldReason>
