import { Type, type Static } from 'typebox'
import { Rule } from '../rule.ts'
import { AT_MOST, closed, DOLLARS, explained, oneOf } from '../shape.ts'

/** Limits on what a buyer takes, and when. */

export const Cap = closed(
  {
    per: explained('In which time, by the buyer’s time zone.', {
      hour: 'an hour of the clock',
      day: 'from midnight to midnight',
      month: 'a month of the calendar',
    }),
    leads: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'So many leads.', examples: [50] }),
    ),
    dollars: Type.Optional(
      Type.String({
        pattern: DOLLARS,
        description:
          'Leads for so much. A lead counts with its bid, or with max_price or price of a buyer that makes none, and no more is booked for it; once it is sold it counts with what was paid.',
        examples: ['2000.00'],
      }),
    ),
  },
  { description: 'One bound of what a buyer takes, by leads, by money, or by both.' },
)

export const Opening = closed(
  {
    days: Type.Array(oneOf(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']), {
      minItems: 1,
      uniqueItems: true,
      description: 'The days of the week.',
      examples: [['mon', 'tue', 'wed', 'thu', 'fri']],
    }),
    from: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: 'From when on, 00:00 to 23:59.',
      examples: ['09:00'],
    }),
    to: Type.String({
      pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
      description: 'Until when, later on the same day; 24:00 for its end.',
      examples: ['17:30'],
    }),
  },
  { description: 'A time of some days in which the buyer takes leads.' },
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
      description:
        'The buyer’s time zone, by its name in the IANA database: its caps and its hours go by it.',
      examples: ['America/Chicago'],
    }),
  ),
  caps: Type.Optional(
    Type.Array(Cap, {
      minItems: 1,
      maxItems: 6,
      description:
        'How much the buyer takes: no more than all of these. A lead counts while it is being sold, and no longer once the buyer has refused it; where it is not known whether the buyer took it, it counts.',
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
        'The most that is booked for a lead that the buyer does not bid for, in dollars: an acceptance that names more is booked at this. A buyer with a cap in dollars has its price for it where this is not given.',
      examples: ['40.00'],
    }),
  ),
  hours: Type.Optional(
    Type.Array(Opening, {
      minItems: 1,
      maxItems: 50,
      description: 'When the buyer takes leads. Without it: at all times.',
      examples: [[{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:30' }]],
    }),
  ),
  states: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), {
      minItems: 1,
      maxItems: 60,
      uniqueItems: true,
      description:
        'The states whose leads the buyer takes, by their postal letters: that of the lead’s ZIP code, or its field "state" where it has none. A lead of no known state is not sent.',
      examples: [['TX', 'OK']],
    }),
  ),
  filters: Type.Optional(
    Type.Array(Rule, {
      minItems: 1,
      maxItems: AT_MOST.rules,
      description:
        'What must be true of a lead for the buyer to get it, over the fields that it would get, under our names: all of these.',
      examples: [[{ operator: 'and', conditions: [{ field: 'age', condition: 'gte', arg: 18 }] }]],
    }),
  ),
  paused: Type.Optional(
    Type.Boolean({ default: false, description: 'Nothing is posted to the buyer, nor is it asked.' }),
  ),
  wait_hours: Type.Optional(
    closed(
      { full: hours('has all that its caps allow'), closed: hours('is closed'), paused: hours('is paused') },
      {
        description:
          'For how many hours in all a lead waits for the buyer to take leads again. One that would wait longer is not sent to it; 0: none waits.',
        examples: [{ full: 0, closed: 14, paused: 0 }],
      },
    ),
  ),
}

/** Reason why a lead is held back from a buyer. */
export const HeldReason = oneOf(['full', 'closed', 'paused', 'unwanted', 'taken'], {
  description:
    'full: the buyer has all that its caps allow. closed: it is not one of its hours. paused: it takes none. unwanted: its states or filters exclude the lead. taken: another buyer has it, may have it, or is asked first. While the lead is due it waits; one that is rejected ended unsent.',
})
export type HeldReason = Static<typeof HeldReason>
