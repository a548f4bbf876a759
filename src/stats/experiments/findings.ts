import type { Comparison, Experiment } from '../../../schemas/reports/experiments.ts'
import { dayText, today } from '../../operator/days/days.ts'
import { show } from '../../operator/table/cells.ts'
import { EXPERIMENTS } from './experimentWords.ts'

/** Sentences about what an experiment found. Versions have letters, the control the first. */

type Tone = 'won' | 'waiting' | 'broken' | 'none'

export interface Finding {
  tone: Tone
  label: string
  headline: string
  /** The range, after the headline. */
  range: string | null
  note: string
}

/** Letters of the versions, the control's first. */
export function lettersOf({ shares, control }: Pick<Experiment, 'shares' | 'control'>): Map<number, string> {
  const others = shares.map(({ version }) => version).filter((version) => version !== control)
  return new Map([control, ...others].map((version, at) => [version, String.fromCharCode(65 + at)]))
}

export function findingOf(experiment: Experiment): Finding {
  const { figures, promoted } = experiment
  const letters = lettersOf(experiment)
  const { kind, winner, days_left } = figures.verdict
  const isStopped = experiment.ended_at !== null && promoted === null
  if (kind === 'broken') return brokenOf(experiment, letters)
  if (kind === 'winner') return winnerOf(experiment, { winner: winner!, letters })
  const nearest = nearestOf(figures.comparisons)
  const soFar = nearest ? leadOf(nearest, experiment, letters) : EXPERIMENTS.tooFew
  if (promoted !== null)
    return {
      tone: 'none',
      label: EXPERIMENTS.noDifference,
      headline: EXPERIMENTS.promoted(letters.get(promoted)!),
      range: null,
      note: soFar,
    }
  if (kind === 'none' || isStopped)
    return {
      tone: 'none',
      label: isStopped ? EXPERIMENTS.stoppedEarly : EXPERIMENTS.noDifference,
      headline: EXPERIMENTS.keep('A'),
      range: null,
      note: nearest?.shown
        ? EXPERIMENTS.within(signed(nearest.shown.low), signed(nearest.shown.high))
        : EXPERIMENTS.tooFew,
    }
  return {
    tone: 'waiting',
    label: EXPERIMENTS.waiting,
    headline: EXPERIMENTS.daysLeft(days_left!),
    range: null,
    note: soFar,
  }
}

function brokenOf({ figures, shares }: Experiment, letters: Map<number, string>): Finding {
  const { split } = figures
  return {
    tone: 'broken',
    label: EXPERIMENTS.broken,
    headline: EXPERIMENTS.dontRead,
    range: null,
    note: EXPERIMENTS.brokenWhy(
      countsText(shares, split.visitors, letters),
      splitText(shares),
      chanceText(split.p),
    ),
  }
}

function winnerOf(
  experiment: Experiment,
  { winner, letters }: { winner: number; letters: Map<number, string> },
): Finding {
  const { control, figures, promoted } = experiment
  const isControl = winner === control
  // The control wins against the closest of the others.
  const comparison = isControl
    ? figures.comparisons.toSorted((a, b) => b.shown!.estimate - a.shown!.estimate)[0]!
    : figures.comparisons.find(({ version }) => version === winner)!
  const { estimate, low, high } = comparison.shown!
  const [more, least, most] = isControl ? [-estimate, -high, -low] : [estimate, low, high]
  const visitors = figures.split.visitors.reduce((sum, one) => sum + one, 0) / figures.day
  const letter = letters.get(winner)!
  return {
    tone: 'won',
    label: promoted === null ? EXPERIMENTS.winner(letter) : EXPERIMENTS.promoted(letters.get(promoted)!),
    headline: EXPERIMENTS.earnsMore(letter, money(more)),
    range: EXPERIMENTS.range(plain(least), plain(most)),
    note: EXPERIMENTS.perDay(count(visitors), money(more * visitors), money(least * visitors)),
  }
}

/** The comparison that is nearest to a verdict. */
export function nearestOf(comparisons: readonly Comparison[]): Comparison | null {
  const shown = comparisons.filter((one) => one.shown !== null)
  const distance = ({ shown: one }: Comparison) => Math.abs(one!.estimate) / (one!.high - one!.low)
  return shown.toSorted((a, b) => distance(b) - distance(a))[0] ?? null
}

function leadOf(
  { version, shown }: Comparison,
  { control }: Experiment,
  letters: Map<number, string>,
): string {
  const { estimate } = shown!
  return EXPERIMENTS.soFar(letters.get(estimate < 0 ? control : version)!, money(Math.abs(estimate)))
}

export function countsText(
  shares: Experiment['shares'],
  visitors: readonly number[],
  letters: Map<number, string>,
): string {
  return shares
    .map(({ version }, at) => EXPERIMENTS.visitorsOf(letters.get(version)!, count(visitors[at]!)))
    .join(', ')
}

export function splitText(shares: Experiment['shares']): string {
  return shares.map(({ weight }) => weight).join(':')
}

function chanceText(p: number): string {
  if (p < 1e-6) return EXPERIMENTS.chanceIn('a million')
  return EXPERIMENTS.chanceIn(count(1 / p))
}

/** An amount of cents, which may be a fraction of one: `$0.41`. */
export function money(cents: number): string {
  return show(Math.round(cents), 'cents')
}

/** The same with its sign: `+$0.41`. */
export function signed(cents: number): string {
  const text = money(cents)
  return Math.round(cents) > 0 ? `+${text}` : text
}

/** The same without the currency, inside a range. */
function plain(cents: number): string {
  return (Math.round(cents) / 100).toFixed(2)
}

export function count(value: number): string {
  return show(Math.round(value), 'count')
}

export function dayOf(at: number): string {
  return dayText(today(at))
}
