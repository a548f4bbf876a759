import type { ChangeExperiment } from '../../../schemas/reports/experiments.ts'
import type { Handlers } from '../calls.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import { isWithin, sitesOf } from '../operators/ownSites.ts'
import type { Versions } from '../publish/versions.ts'
import { nameOf } from '../studio/authorDrafts.ts'
import { experimentReader } from './experimentFigures.ts'

/** Routes to see experiments, and for authors to start, stop and promote. */
export function experiments(ctx: StoreAndClock & { versions: Versions }) {
  const { store, versions, now } = ctx
  const reader = experimentReader(ctx)

  async function change(
    { path, experiment, change, version }: ChangeExperiment,
    by: string,
  ): Promise<boolean> {
    const changing = { path, experiment, by, at: now() }
    if (change === 'stop') return store.stopExperiment(changing)
    if (change === 'resume') return store.resumeExperiment(changing)
    if (change === 'undo_promotion') return store.undoPromotion(changing)
    if (version === undefined) throw refusal(400, REFUSALS.versionToPromote, { field: 'version' })
    return store.promoteVersion({ ...changing, version })
  }

  return {
    'GET /api/reports/experiments': async ({ request }) => {
      const kept = await store.experiments()
      const own = kept.filter(({ path }) => isWithin(sitesOf(request), path))
      return { data: await Promise.all(own.slice(0, MOST_SHOWN).map((one) => reader.figures(one))) }
    },

    'GET /api/reports/experiments/terms': async ({ request }) => {
      const live = Map.groupBy(await store.live(), ({ path }) => path)
      const open = await store.experiments()
      const isRunning = (path: string) => open.some((one) => one.path === path && one.ended_at === null)
      const ready = [...live].filter(
        ([path, shares]) => isWithin(sitesOf(request), path) && shares.length > 1 && !isRunning(path),
      )
      return { data: await Promise.all(ready.map(([path]) => reader.terms(path))) }
    },

    'POST /api/reports/experiments': async ({ body, request }) => {
      const { path, ...chosen } = body
      const { shares, daily_visitors } = await reader.terms(path)
      if (shares.length < 2) throw refusal(409, REFUSALS.oneVersion(path), { field: 'path' })
      if (!shares.some(({ version }) => version === chosen.control))
        throw refusal(409, REFUSALS.notLive(chosen.control, path), { field: 'control' })
      const started = await store.startExperiment({
        ...chosen,
        path,
        shares,
        window_days:
          chosen.ages.length === 0 ? USUAL_WINDOW_DAYS : Math.max(...chosen.ages.map(({ days }) => days)),
        tightest_at: Math.max(FEWEST_VISITORS, Math.round((daily_visitors * chosen.days) / 2)),
        by: nameOf(request),
        at: now(),
      })
      if (started === null) throw refusal(409, REFUSALS.experimentRuns(path), { field: 'path' })
      return { experiment: started }
    },

    'POST /api/reports/experiments/change': async ({ body, request }) => {
      const { path, experiment } = body
      if (!(await store.experiment(experiment, path)))
        throw refusal(404, REFUSALS.noExperiment(path, experiment), { field: 'experiment' })
      if (!(await change(body, nameOf(request))))
        throw refusal(409, REFUSALS.experimentChanged, { field: 'change' })
      versions.forgetLive()
    },
  } satisfies Partial<Handlers>
}

/** A page of them; each takes some seconds to count on a busy site. */
const MOST_SHOWN = 50
/** Window of a path that hasn't sold anything yet. */
const USUAL_WINDOW_DAYS = 7
/** Visitors at which the range is tightest, if the path has hardly any yet. */
const FEWEST_VISITORS = 1000
