import { Type, type Static } from 'typebox'
import { OneDraft } from '../studio/drafts.ts'
import { Share } from '../kernel/version.ts'
import { closed, EpochMs, oneOf } from '../kernel/shape.ts'

/** Experiments: the live versions of one path, compared by what a visitor earns. Money is in cents. */

const Version = Share.properties.version
const Count = Type.Integer({ minimum: 0 })
const Name = Type.String({ minLength: 1, maxLength: 80, description: 'What is compared, like "Short form".' })
const Days = Type.Integer({ minimum: 1, maximum: 90 })

/** Days for which the sales and returns of an offer count for a visitor. */
export const OfferAge = closed({
  offer: Type.String(),
  days: Type.Integer({ minimum: 1, maximum: 60 }),
})
export type OfferAge = Static<typeof OfferAge>

const chosen = {
  name: Name,
  control: Type.Integer({ minimum: 1, description: 'The version that the others are compared with.' }),
  days: Type.Integer({ ...Days, description: 'The number of days in which new visitors count.' }),
  cap: Type.Integer({
    minimum: 1,
    maximum: 100_000_000,
    description: 'The most a visitor counts for, in cents.',
  }),
  ages: Type.Array(OfferAge, {
    maxItems: 500,
    description:
      'How many days after a visitor’s first visit the sales and returns of an offer count. Offers that aren’t listed count for the longest.',
  }),
  promotes: Type.Boolean({ description: 'True if the winner goes to all visitors by itself.' }),
}

export const ExperimentPlan = closed({
  ...chosen,
  shares: Type.Array(Share),
  window_days: Type.Integer({
    ...Days,
    description: 'The age at which a visitor counts: the most days of any offer.',
  }),
  tightest_at: Type.Integer({
    minimum: 1,
    description: 'The number of visitors at which the range is tightest.',
  }),
})
export type ExperimentPlan = Static<typeof ExperimentPlan>

export const StartExperiment = closed({ path: OneDraft.properties.path, ...chosen })
export type StartExperiment = Static<typeof StartExperiment>

export const ChangeExperiment = closed({
  path: OneDraft.properties.path,
  experiment: Type.Integer({ minimum: 1 }),
  change: oneOf(['stop', 'resume', 'promote', 'undo_promotion'], {
    description:
      'stop: no more visitors count. resume: undoes that. promote: also gives one version to all new visitors. undo_promotion: restores the shares from before.',
  }),
  version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version to promote.' })),
})
export type ChangeExperiment = Static<typeof ChangeExperiment>

const ArmFigures = closed({
  version: Version,
  weight: Share.properties.weight,
  visitors: Type.Integer({ ...Count, description: 'The visitors old enough to count.' }),
  waiting: Type.Integer({ ...Count, description: 'The visitors who aren’t old enough yet.' }),
  registrations: Count,
  leads: Count,
  net: Type.Integer({ description: 'Their sales minus returns within the window, each visitor’s capped.' }),
  capped: Type.Integer({ ...Count, description: 'The visitors above the cap.' }),
  later: Type.Integer({ description: 'Sales minus returns after the window, which don’t count.' }),
})
export type ArmFigures = Static<typeof ArmFigures>

const look = {
  estimate: Type.Number({ description: 'Net revenue per visitor minus that of the control, in cents.' }),
  low: Type.Number(),
  high: Type.Number(),
}

const Comparison = closed({
  version: Version,
  shown: Type.Union([closed(look), Type.Null()], { description: 'Null while too few visitors earned.' }),
  decided: Type.Union([Count, Type.Null()], {
    description: 'Hours of visitors after which the range first left out zero.',
  }),
  points: Type.Array(closed({ hour: Count, ...look }), { description: 'The range at the end of each day.' }),
})
export type Comparison = Static<typeof Comparison>

const Verdict = closed({
  kind: oneOf(['broken', 'winner', 'none', 'waiting'], {
    description: 'broken: visitors weren’t split as planned. none: it ended without a difference.',
  }),
  winner: Type.Union([Version, Type.Null()]),
  days_left: Type.Union([Count, Type.Null()], {
    description: 'About how many more days a verdict takes, at most until the planned end.',
  }),
})
export type Verdict = Static<typeof Verdict>

export const ExperimentFigures = closed({
  day: Type.Integer({ minimum: 1 }),
  is_over: Type.Boolean({ description: 'True once all visitors who count are old enough.' }),
  arms: Type.Array(ArmFigures),
  split: closed({
    p: Type.Number({ description: 'How likely such a split is by chance.' }),
    is_broken: Type.Boolean(),
    visitors: Type.Array(Count, { description: 'All visitors of each version, old enough or not.' }),
  }),
  comparisons: Type.Array(Comparison),
  verdict: Verdict,
})
export type ExperimentFigures = Static<typeof ExperimentFigures>

const kept = {
  ...ExperimentPlan.properties,
  experiment: Type.Integer({ minimum: 1 }),
  path: OneDraft.properties.path,
  started_at: EpochMs,
  started_by: Type.String(),
  ended_at: Type.Union([EpochMs, Type.Null()]),
  ended_by: Type.Union([Type.String(), Type.Null()]),
  promoted: Type.Union([Version, Type.Null()], { description: 'The version that went to all visitors.' }),
  split_changed_at: Type.Union([EpochMs, Type.Null()], {
    description: 'When the shares of the path first changed after the start. Later visitors don’t count.',
  }),
}

/** An experiment without its figures. */
export const KeptExperiment = closed(kept)
export type KeptExperiment = Static<typeof KeptExperiment>

export const Experiment = closed({ ...kept, as_of: EpochMs, figures: ExperimentFigures })
export type Experiment = Static<typeof Experiment>

/** Versions that can be compared now, with the terms that fit them. */
export const ExperimentTerms = closed({
  path: OneDraft.properties.path,
  shares: Type.Array(Share),
  daily_visitors: Type.Integer({ ...Count, description: 'New visitors a day, over the last 28 days.' }),
  cap: chosen.cap,
  ages: chosen.ages,
})
export type ExperimentTerms = Static<typeof ExperimentTerms>
