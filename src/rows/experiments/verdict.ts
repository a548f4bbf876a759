import type {
  ArmFigures,
  Comparison,
  ExperimentFigures,
  ExperimentPlan,
  Verdict,
} from '../../../schemas/reports/experiments.ts'
import { differenceOf, plannedWidth, sequenceWidth, splitEvidence, type Sums } from './sequence.ts'

/** Figures of an experiment, and the verdict that follows from them. Everything is counted by the hours since the start, so a look at any
 *  time finds the same figures and the same verdict at the same hour, however often it is repeated. */

/** Visitors of one version whose first visit was in the same hour. */
export interface ArmHour {
  version: number
  /** Hours from the start to the first visit, rounded down. */
  hour: number
  visitors: number
  registrations: number
  leads: number
  /** Sum of their net revenue within the window, each visitor's capped, and the sum of its squares. */
  cents: number
  squares: number
  /** Visitors with a net revenue other than zero. */
  earners: number
  /** Visitors whose net revenue was capped. */
  capped: number
  /** Net revenue that was booked after the window, which doesn't count. */
  later: number
}

/** Chance that a version wins although all are equal. The looks before the planned end share one part of it, the planned end has the
 *  other. So an experiment finds nearly as many differences as a test without early looks would. */
const EARLY_ALPHA = 0.015
const PLANNED_ALPHA = 0.035

/** Chance of an alarm over a fair split. */
const SPLIT_ALPHA = 0.001

/** Visitors that must have earned something in each of two versions before they are compared: intervals are for means of many. */
const FEWEST_EARNERS = 30

/** Looks are hourly, and the chart has a point a day. */
const DAY_HOURS = 24

const NOTHING = {
  visitors: 0,
  registrations: 0,
  leads: 0,
  cents: 0,
  squares: 0,
  earners: 0,
  capped: 0,
  later: 0,
}
type Counts = typeof NOTHING

/** Figures of an experiment after `hoursRun` hours. `exposedHours`: the hours in which first visits count. */
export function judge(
  plan: ExperimentPlan,
  counted: readonly ArmHour[],
  { hoursRun, exposedHours }: { hoursRun: number; exposedHours: number },
): ExperimentFigures {
  const shown = Math.min(hoursRun, exposedHours)
  const mature = Math.max(0, Math.min(hoursRun - plan.window_days * DAY_HOURS, exposedHours))
  const arms = plan.shares.map(({ version, weight }) => ({
    version,
    weight,
    sums: runningSums(
      counted.filter((row) => row.version === version),
      shown,
    ),
  }))
  const control = arms.find(({ version }) => version === plan.control)!
  const challengers = arms.filter((arm) => arm !== control)
  const planned = plan.days * DAY_HOURS
  const comparisons = challengers.map((arm) =>
    compare(control.sums, arm, { plan, mature, planned, of: challengers.length }),
  )
  const split = judgeSplit(arms, shown)
  const isOver = mature >= exposedHours
  return {
    day: Math.floor(shown / DAY_HOURS) + 1,
    is_over: isOver,
    arms: arms.map(({ version, weight, sums }) => figuresOf(version, weight, sums, { mature, shown })),
    split,
    comparisons,
    verdict: verdictOf(comparisons, { plan, arms, split, isOver, hoursRun, mature, exposedHours }),
  }
}

/** Sums up to each hour, the first over no hour at all. */
function runningSums(rows: readonly ArmHour[], hours: number): Counts[] {
  const byHour = new Map(rows.map((row) => [row.hour, row]))
  const sums: Counts[] = [NOTHING]
  for (let hour = 0; hour < hours; hour++) {
    const before = sums[hour]!
    const row = byHour.get(hour)
    sums.push(row ? added(before, row) : before)
  }
  return sums
}

function added(a: Counts, b: Counts): Counts {
  return {
    visitors: a.visitors + b.visitors,
    registrations: a.registrations + b.registrations,
    leads: a.leads + b.leads,
    cents: a.cents + b.cents,
    squares: a.squares + b.squares,
    earners: a.earners + b.earners,
    capped: a.capped + b.capped,
    later: a.later + b.later,
  }
}

function figuresOf(
  version: number,
  weight: number,
  sums: readonly Counts[],
  { mature, shown }: { mature: number; shown: number },
): ArmFigures {
  const { visitors, registrations, leads, cents, capped, later } = sums[mature]!
  const waiting = sums[shown]!.visitors - visitors
  return { version, weight, visitors, waiting, registrations, leads, net: cents, capped, later }
}

interface Arm {
  version: number
  weight: number
  sums: readonly Counts[]
}

/** Looks at every hour until `mature`. Stays decided once it was. */
function compare(
  control: readonly Counts[],
  { version, sums }: Arm,
  { plan, mature, planned, of }: { plan: ExperimentPlan; mature: number; planned: number; of: number },
): Comparison {
  let last: Look | null = null
  let decisive: Look | null = null
  let decided: number | null = null
  const points: Comparison['points'] = []
  for (let hour = 1; hour <= mature; hour++) {
    const look = lookAt(control[hour]!, sums[hour]!, { plan, of, isPlanned: hour === planned })
    if (look) {
      last = look
      if (isDecisive(look)) {
        decided ??= hour
        decisive = look
      }
    }
    if (last && (hour % DAY_HOURS === 0 || hour === mature)) points.push({ hour, ...last })
  }
  return { version, shown: last && decided !== null ? decisive : last, decided, points }
}

type Look = NonNullable<Comparison['shown']>

/** Null while there are too few visitors to compare. */
function lookAt(
  control: Counts,
  arm: Counts,
  { plan, of, isPlanned }: { plan: ExperimentPlan; of: number; isPlanned: boolean },
): Look | null {
  if (Math.min(control.earners, arm.earners) < FEWEST_EARNERS) return null
  const { estimate, error } = differenceOf(sumsOf(control), sumsOf(arm))
  const width = isPlanned
    ? plannedWidth(error, PLANNED_ALPHA / of)
    : sequenceWidth(error, {
        visitors: control.visitors + arm.visitors,
        tightestAt: plan.tightest_at,
        alpha: EARLY_ALPHA / of,
      })
  return { estimate, low: estimate - width, high: estimate + width }
}

function sumsOf({ visitors, cents, squares }: Counts): Sums {
  return { visitors, sum: cents, squares }
}

function isDecisive({ low, high }: Look): boolean {
  return low > 0 || high < 0
}

/** Tells whether visitors arrived as the shares say, over all hours. An alarm stays. */
function judgeSplit(arms: readonly Arm[], shown: number): ExperimentFigures['split'] {
  const shares = arms.map(({ weight }) => weight / 100)
  let most = 0
  for (let hour = 1; hour <= shown; hour++)
    most = Math.max(
      most,
      splitEvidence(
        arms.map(({ sums }) => sums[hour]!.visitors),
        shares,
      ),
    )
  return {
    p: Math.exp(-most),
    is_broken: most > Math.log(1 / SPLIT_ALPHA),
    visitors: arms.map(({ sums }) => sums[shown]!.visitors),
  }
}

interface Circumstances {
  plan: ExperimentPlan
  arms: readonly Arm[]
  split: ExperimentFigures['split']
  isOver: boolean
  hoursRun: number
  mature: number
  exposedHours: number
}

/** A version wins if it earns more than the control and no other one leads it. If every other one earns less, the control wins. */
function verdictOf(comparisons: readonly Comparison[], about: Circumstances): Verdict {
  if (about.split.is_broken) return { kind: 'broken', winner: null, days_left: null }
  const ahead = comparisons
    .filter(({ shown, decided }) => decided !== null && shown!.low > 0)
    .sort((a, b) => b.shown!.estimate - a.shown!.estimate)
  if (ahead[0]) return { kind: 'winner', winner: ahead[0].version, days_left: null }
  if (comparisons.every(({ shown, decided }) => decided !== null && shown!.high < 0))
    return { kind: 'winner', winner: about.plan.control, days_left: null }
  if (about.isOver) return { kind: 'none', winner: null, days_left: null }
  return { kind: 'waiting', winner: null, days_left: daysLeft(comparisons, about) }
}

/** Days until a verdict, if visitors keep coming and earning as they have; at most until the planned end. */
function daysLeft(
  comparisons: readonly Comparison[],
  { plan, arms, hoursRun, mature, exposedHours }: Circumstances,
): number {
  const end = Math.max(1, Math.ceil((exposedHours + plan.window_days * DAY_HOURS - hoursRun) / DAY_HOURS))
  const visitorsOf = (version: number) => arms.find((arm) => arm.version === version)!.sums[mature]!.visitors
  const alpha = EARLY_ALPHA / comparisons.length
  const widthAt = (visitors: number) =>
    sequenceWidth(visitors ** -0.5, { visitors, tightestAt: plan.tightest_at, alpha })
  for (let day = 1; day < end; day++)
    for (const { version, shown } of comparisons) {
      if (!shown) continue
      const visitors = visitorsOf(version) + visitorsOf(plan.control)
      const later = visitors * (1 + (day * DAY_HOURS) / mature)
      const width = ((shown.high - shown.low) / 2) * (widthAt(later) / widthAt(visitors))
      if (Math.abs(shown.estimate) > width) return day
    }
  return end
}
