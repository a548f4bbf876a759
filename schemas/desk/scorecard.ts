import { Type, type Static } from 'typebox'
import { closed, Day, EpochMs, Key } from '../kernel/shape.ts'

/** A buyer's last weeks at /desk. Each lead counts in the week in which it became due. Times are UTC epoch ms. */

export const ScorecardAsked = closed({
  buyer: Key,
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Only this site.' })),
})
export type ScorecardAsked = Static<typeof ScorecardAsked>

const figures = {
  asked: Type.Integer({ description: 'Leads that were posted or pinged.' }),
  bid: Type.Integer({ description: 'Leads with a valid bid in an auction.' }),
  won: Type.Integer({ description: 'Leads that it accepted.' }),
  lost: Type.Integer({ description: 'Leads that the buyer bid on and another buyer got.' }),
  lost_by_cents: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'The median difference between its bid and the winning one. Null if no winning bid is known.',
  }),
  lost_by: Type.Array(
    closed({
      over_cents: Type.Integer(),
      up_to_cents: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Inclusive. Null if there’s no limit.',
      }),
      count: Type.Integer(),
    }),
    { description: 'Lost auctions by the difference to the winning bid, smallest first.' },
  ),
  refused: Type.Integer({ description: 'Leads that it rejected, called a duplicate, or didn’t bid on.' }),
  reasons: Type.Array(closed({ reason: Type.String(), count: Type.Integer() }), {
    description:
      'Why it refused, without IDs and personal data, most frequent first. The reason is empty for several rare ones.',
  }),
  returned: Type.Integer({ description: 'Won leads that were returned in full.' }),
  net_cents: Type.Integer({ description: 'The sales of won leads, minus returns.' }),
  answers: Type.Integer({ description: 'Attempts with a measured time.' }),
  p50_ms: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The median response time, in steps of 10 ms. Null without responses.',
  }),
  p95_ms: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The 95th percentile of response times.',
  }),
}

export const ScoreFigures = closed(figures)
export type ScoreFigures = Static<typeof ScoreFigures>

export const ScoreWeek = closed({
  week: { ...Day, description: 'The Monday of the week, New York time.' },
  from: EpochMs,
  to: { ...EpochMs, description: 'Inclusive.' },
  ...figures,
  cap_percent: Type.Union([Type.Number(), Type.Null()], {
    description:
      'The use of the caps in percent of what today’s caps allow in this many days. With several caps, it’s the fullest one. Null without caps, and for accounts without access to all sites.',
  }),
})
export type ScoreWeek = Static<typeof ScoreWeek>

export const Scorecard = closed({
  buyer: Key,
  as_of: EpochMs,
  weeks: Type.Array(ScoreWeek, { description: 'The current week first.' }),
  total: ScoreFigures,
})
export type Scorecard = Static<typeof Scorecard>
