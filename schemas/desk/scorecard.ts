import { Type, type Static } from 'typebox'
import { closed, Day, EpochMs, Key } from '../kernel/shape.ts'

/** A buyer's last weeks at /desk. Each lead counts in the week in which it fell due. Times are UTC epoch ms. */

export const ScorecardAsked = closed({
  buyer: Key,
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Of one site.' })),
})
export type ScorecardAsked = Static<typeof ScorecardAsked>

const figures = {
  asked: Type.Integer({ description: 'Leads that were posted or pinged.' }),
  bid: Type.Integer({ description: 'Leads that it made a valid bid on in an auction.' }),
  won: Type.Integer({ description: 'Leads that it accepted.' }),
  lost: Type.Integer({ description: 'Leads that another buyer got after this one bid.' }),
  lost_by_cents: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'The median of how far its bid was below the winning one; null if no winning bid is known. Half of these are at most this far.',
  }),
  lost_by: Type.Array(
    closed({
      over_cents: Type.Integer(),
      up_to_cents: Type.Union([Type.Integer(), Type.Null()], { description: 'Inclusive; null for no end.' }),
      count: Type.Integer(),
    }),
    { description: 'Lost auctions by how far its bid was below the winning one, the nearest first.' },
  ),
  refused: Type.Integer({ description: 'Leads that it rejected, called a duplicate, or made no bid on.' }),
  reasons: Type.Array(closed({ reason: Type.String(), count: Type.Integer() }), {
    description:
      'Why it refused, without IDs and personal data, the most frequent first; the reason is empty for several rare ones.',
  }),
  returned: Type.Integer({ description: 'Of the leads won, those that were returned in full.' }),
  net_cents: Type.Integer({ description: 'What is left of the sales of the leads won, returns taken off.' }),
  answers: Type.Integer({ description: 'Attempts with a measured time.' }),
  p50_ms: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Half of the answers took at most this long, in steps of 10 ms; null without answers.',
  }),
  p95_ms: Type.Union([Type.Integer(), Type.Null()], { description: 'The same for 95 of 100 answers.' }),
}

export const ScoreFigures = closed(figures)
export type ScoreFigures = Static<typeof ScoreFigures>

export const ScoreWeek = closed({
  week: { ...Day, description: 'Its Monday in New York.' },
  from: EpochMs,
  to: { ...EpochMs, description: 'Inclusive.' },
  ...figures,
  cap_percent: Type.Union([Type.Number(), Type.Null()], {
    description:
      'What counted toward the caps, of what the caps as they are now allow in this many days; of several caps, the fullest. Null without caps, and for accounts without access to all sites.',
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
