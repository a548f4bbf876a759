import type {
  Experiment,
  ExperimentTerms,
  KeptExperiment,
  OfferAge,
} from '../../../schemas/reports/experiments.ts'
import { judge } from '../../rows/experiments/verdict.ts'
import { DAY_MS, HOUR_MS } from '../../time/durations.ts'
import { LRUCache } from 'lru-cache'
import type { StoreAndClock } from '../kernel/ports.ts'

/** Figures of experiments. They change by the hour, so each hour's are counted once, however often they are read. */
export type ExperimentReader = ReturnType<typeof experimentReader>

export function experimentReader({ store, now }: StoreAndClock) {
  const counted = new LRUCache<string, Promise<Experiment>>({ max: COUNTED_KEPT })

  async function count(kept: KeptExperiment, hoursRun: number): Promise<Experiment> {
    const { path, started_at, window_days, ages, cap, shares } = kept
    const exposedHours = exposedHoursOf(kept)
    const hours = await store.experimentHours({
      path,
      versions: shares.map(({ version }) => version),
      from: started_at,
      to: started_at + Math.min(hoursRun, exposedHours) * HOUR_MS,
      windowDays: window_days,
      ages,
      cap,
    })
    const figures = judge(kept, hours, { hoursRun, exposedHours })
    return { ...kept, as_of: started_at + hoursRun * HOUR_MS, figures }
  }

  return {
    /** An experiment with its figures at the last full hour since its start. */
    figures(kept: KeptExperiment): Promise<Experiment> {
      const hoursRun = Math.max(0, Math.floor((now() - kept.started_at) / HOUR_MS))
      const hours = Math.min(hoursRun, exposedHoursOf(kept) + kept.window_days * 24)
      const key = JSON.stringify([kept, hours])
      const known = counted.get(key)
      if (known) return known
      const coming = count(kept, hours)
      coming.catch(() => counted.delete(key))
      counted.set(key, coming)
      return coming
    },

    /** Terms that a new experiment on a path begins with, from what its visitors earned lately. */
    async terms(path: string): Promise<ExperimentTerms> {
      const at = now()
      const [shares, lags, { cents, visitors }] = await Promise.all([
        store.splits(path).then((splits) => splits.at(-1)?.shares ?? []),
        store.earnedByAge(path, at - LAG_DAYS * DAY_MS),
        store.highEarners(path, at - CAP_DAYS * DAY_MS),
      ])
      return {
        path,
        shares,
        daily_visitors: Math.round(visitors / CAP_DAYS),
        cap: capFor(cents, visitors),
        ages: agesFor(lags),
      }
    },
  }
}

/** Hours in which first visits count: up to the planned end, or until it was stopped or the shares changed. */
function exposedHoursOf({ started_at, days, ended_at, split_changed_at }: KeptExperiment): number {
  const end = Math.min(started_at + days * DAY_MS, ended_at ?? Infinity, split_changed_at ?? Infinity)
  return Math.max(0, Math.floor((end - started_at) / HOUR_MS))
}

/** Level that 1 visitor in 1000 earns more than, in whole dollars. `cents`: of the highest earners, highest first. */
function capFor(cents: readonly number[], visitors: number): number {
  const level = cents[Math.floor(visitors / 1000)] ?? cents.at(-1) ?? 0
  return level > 0 ? Math.ceil(level / 100) * 100 : USUAL_CAP
}

/** Ages in days by which most of what each offer earns or loses was booked. */
function agesFor(lags: readonly { offer: string; age: number; cents: number }[]): OfferAge[] {
  return [...Map.groupBy(lags, ({ offer }) => offer)].map(([offer, rows]) => {
    const most = rows.reduce((sum, { cents }) => sum + cents, 0) * MOST
    let booked = 0
    const last = rows.find(({ cents }) => (booked += cents) >= most)
    return { offer, days: Math.min(LONGEST_AGE, (last?.age ?? 0) + 1) }
  })
}

const COUNTED_KEPT = 200
const LAG_DAYS = 90
const CAP_DAYS = 28
const USUAL_CAP = 50_000
const MOST = 0.95
const LONGEST_AGE = 30
