import { pathToFileURL } from 'node:url'
import type { ExperimentFigures, ExperimentPlan } from '../../schemas/reports/experiments.ts'
import { differenceOf } from '../../src/rows/experiments/sequence.ts'
import { judge, type ArmHour } from '../../src/rows/experiments/verdict.ts'
import { randomFrom } from '../../src/cli/seed/random.ts'

/** Replays experiments whose truth is known, each looked at every hour for four weeks, and counts right and wrong verdicts.
 *  `node tests/bench/experiments.ts [replays]`
 *  Fails if versions that are equal get more than 5 % winners, if a planted +10 % is found more than 10 % less often than by a test of
 *  fixed size at the end of the four weeks, or if a broken split goes unnoticed. */

const DAYS = 28
const HOURS = DAYS * 24
/** A fifth of the visitors is sold, for about 20 dollars, and now and then for much more. */
const SOLD = 0.2
const CENTS = 2000
const SPREAD = 0.7
const CAP = 15_000
const PER_HOUR = 36

export const EQUAL = { lift: 1, split: 0.5 }
export const TEN_PERCENT = { lift: 1.1, split: 0.5 }

const PLAN: ExperimentPlan = {
  name: 'replay',
  shares: [
    { version: 1, weight: 50 },
    { version: 2, weight: 50 },
  ],
  control: 1,
  days: DAYS,
  window_days: 1,
  ages: [],
  cap: CAP,
  promotes: false,
  tightest_at: (PER_HOUR * HOURS) / 2,
}

/** Verdict of one experiment, and whether a test of fixed size would find a difference at the end. */
export function replay(
  seed: number,
  { lift, split, perHour = PER_HOUR }: { lift: number; split: number; perHour?: number },
): { figures: ExperimentFigures; isFoundByFixed: boolean } {
  const random = randomFrom(SEED, seed)
  const rows: ArmHour[] = []
  for (let hour = 0; hour < HOURS; hour++) {
    const arms = [emptyHour(1, hour), emptyHour(2, hour)] as const
    for (let visitor = 0; visitor < perHour; visitor++) {
      const arm = random() < split ? arms[0] : arms[1]
      const sold = random() < SOLD * (arm.version === 2 ? lift : 1)
      const cents = sold ? Math.min(CAP, Math.round(CENTS * Math.exp(SPREAD * normal(random)))) : 0
      arm.visitors++
      arm.cents += cents
      arm.squares += cents ** 2
      arm.earners += sold ? 1 : 0
    }
    rows.push(...arms)
  }
  const figures = judge(PLAN, rows, { hoursRun: HOURS + 24, exposedHours: HOURS })
  const [first, second] = [1, 2].map((version) => sumsOf(rows.filter((row) => row.version === version)))
  const { estimate, error } = differenceOf(first!, second!)
  return { figures, isFoundByFixed: Math.abs(estimate) > Z_95 * error }
}

/** Seed of all replays. */
const SEED = 47

const Z_95 = 1.959963985

function emptyHour(version: number, hour: number): ArmHour {
  const none = {
    visitors: 0,
    registrations: 0,
    leads: 0,
    cents: 0,
    squares: 0,
    earners: 0,
    capped: 0,
    later: 0,
  }
  return { version, hour, ...none }
}

function sumsOf(rows: readonly ArmHour[]) {
  return rows.reduce(
    (sums, { visitors, cents, squares }) => ({
      visitors: sums.visitors + visitors,
      sum: sums.sum + cents,
      squares: sums.squares + squares,
    }),
    { visitors: 0, sum: 0, squares: 0 },
  )
}

/** Source: Box, Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Shares of replays with a winner, with an early one, with one by the test of fixed size, and with an alarm over the split. */
export function ratesOf(replays: number, truth: Parameters<typeof replay>[1], firstSeed = 1) {
  let won = 0
  let early = 0
  let fixed = 0
  let broken = 0
  let hours = 0
  for (let i = 0; i < replays; i++) {
    const { figures, isFoundByFixed } = replay(firstSeed + i, truth)
    const decided = figures.comparisons[0]?.decided ?? null
    won += decided === null ? 0 : 1
    early += decided !== null && decided < HOURS ? 1 : 0
    hours += decided ?? HOURS
    fixed += isFoundByFixed ? 1 : 0
    broken += figures.split.is_broken ? 1 : 0
  }
  const share = (count: number) => count / replays
  return {
    won: share(won),
    early: share(early),
    fixed: share(fixed),
    broken: share(broken),
    days: hours / replays / 24,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const replays = Number(process.argv[2] ?? 2000)
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  console.log(`${replays} replays of each, ${HOURS} looks, ${PER_HOUR} visitors an hour`)
  const equal = ratesOf(replays, EQUAL)
  console.log(
    `equal versions: ${percent(equal.won)} false winners, of a test of fixed size ${percent(equal.fixed)}, ${percent(equal.broken)} false alarms over the split`,
  )
  const planted = ratesOf(replays, TEN_PERCENT, 1_000_000)
  console.log(
    `+10 %: found ${percent(planted.won)}, of these early ${percent(planted.early)}, by a test of fixed size ${percent(planted.fixed)}; ${planted.days.toFixed(1)} days on average`,
  )
  const twice = ratesOf(replays / 4, { lift: 1.2, split: 0.5 }, 2_000_000)
  console.log(
    `+20 %: found ${percent(twice.won)}, of these early ${percent(twice.early)}; ${twice.days.toFixed(1)} days on average`,
  )
  const split = ratesOf(replays / 4, { lift: 1, split: 0.53 }, 3_000_000)
  console.log(`split of 53:47 instead of 50:50: noticed ${percent(split.broken)}`)
  if (equal.won > 0.05 || planted.won < 0.9 * planted.fixed || split.broken < 0.99 || equal.broken > 0.002)
    process.exitCode = 1
}
