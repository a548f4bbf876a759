import type { ExperimentPlan, KeptExperiment, OfferAge } from '../../../../schemas/reports/experiments.ts'
import type { Share } from '../../../../schemas/kernel/version.ts'
import { audit } from '../operators/auditLog.ts'
import {
  all,
  command,
  flag,
  integer,
  integerOrNull,
  json,
  one,
  only,
  query,
  run,
  text,
  textOrNull,
  type Rule,
} from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'
import { isSame, liveShares, setShares } from '../versions/publishing.ts'
import { earnedByAge, experimentHours, experimentHourSql, highEarners } from './experimentHours.ts'

/** Experiments. Each change is in the audit log, within the same transaction. */

export interface NewExperiment extends ExperimentPlan {
  path: string
  by: string
  at: number
}

/** A change of an experiment: by whom, and when. */
export interface Changing {
  path: string
  experiment: number
  by: string
  at: number
}

/** Starts an experiment and returns its number. Null if one is running on the path, or its shares are no longer live. */
function* startExperiment(plan: NewExperiment): Rule<number | null> {
  const { path, shares, by, at } = plan
  if ((yield* one(experimentSql.running, path)) || !isSame(yield* liveShares(path), shares)) return null
  const { experiment } = yield* only(
    experimentSql.add,
    path,
    plan.name,
    JSON.stringify(shares),
    plan.control,
    plan.days,
    JSON.stringify(plan.ages),
    plan.window_days,
    plan.cap,
    plan.tightest_at,
    plan.promotes ? 1 : 0,
    at,
    by,
  )
  yield* note('start_experiment', { path, experiment, by, at }, plan.name)
  return experiment
}

/** Ends an experiment. False if it has ended. */
function* stopExperiment({ path, experiment, by, at }: Changing): Rule<boolean> {
  if ((yield* run(experimentSql.end, experiment, path, at, by, null)) === 0) return false
  yield* note('stop_experiment', { path, experiment, by, at })
  return true
}

/** Continues an experiment that was stopped. False if another one is running on its path, its shares aren't live, or its winner was
 *  promoted. */
function* resumeExperiment({ path, experiment, by, at }: Changing): Rule<boolean> {
  const found = yield* one(experimentSql.one, experiment, path)
  if (!found || found.promoted !== null || (yield* one(experimentSql.running, path))) return false
  if (found.split_changed_at !== null) return false
  if ((yield* run(experimentSql.resume, experiment)) === 0) return false
  yield* note('resume_experiment', { path, experiment, by, at })
  return true
}

/** Gives one of an experiment's versions to all new visitors, and ends the experiment. False if its shares are no longer live, or it
 *  was promoted before. */
function* promoteVersion({ version, ...changing }: Changing & { version: number }): Rule<boolean> {
  const { path, experiment, by, at } = changing
  const found = yield* one(experimentSql.one, experiment, path)
  if (!found || found.promoted !== null || !found.shares.some((share) => share.version === version))
    return false
  if (!isSame(yield* liveShares(path), found.shares)) return false
  yield* setShares(path, [{ version, weight: 100 }], at)
  yield* run(experimentSql.promote, experiment, at, by, version)
  yield* note('promote_version', changing, `version ${version}`)
  return true
}

/** Restores the shares from before a promotion. False if something else is live by now. */
function* undoPromotion(changing: Changing): Rule<boolean> {
  const { path, experiment, at } = changing
  const found = yield* one(experimentSql.one, experiment, path)
  if (!found || found.promoted === null) return false
  if (!isSame(yield* liveShares(path), [{ version: found.promoted, weight: 100 }])) return false
  yield* setShares(path, found.shares, at)
  yield* run(experimentSql.demote, experiment)
  yield* note('undo_promotion', changing)
  return true
}

type Act = 'start_experiment' | 'stop_experiment' | 'resume_experiment' | 'promote_version' | 'undo_promotion'

function* note(act: Act, { path, experiment, by, at }: Changing, more?: string): Rule<void> {
  const about = `${path}, experiment ${experiment}${more === undefined ? '' : `: ${more}`}`
  yield* audit({ at, operator: by, act, about })
}

/** All experiments, newest first. */
const experiments = (): Rule<KeptExperiment[]> => all(experimentSql.all)

const experiment = (number: number, path: string): Rule<KeptExperiment | null> =>
  one(experimentSql.one, number, path)

const row = {
  experiment: integer,
  path: text,
  name: text,
  shares: json<Share[]>(),
  control: integer,
  days: integer,
  ages: json<OfferAge[]>(),
  window_days: integer,
  cap: integer,
  tightest_at: integer,
  promotes: flag,
  started_at: integer,
  started_by: text,
  ended_at: integerOrNull,
  ended_by: textOrNull,
  promoted: integerOrNull,
  split_changed_at: integerOrNull,
}

const COLUMNS = `experiment, path, name, shares, control, days, ages, window_days, cap, tightest_at, promotes, started_at,
  started_by, ended_at, ended_by, promoted,
  (SELECT MIN(splits.at) FROM splits WHERE splits.path = experiments.path AND splits.split > experiments.split)
    AS split_changed_at`

const experimentSql = {
  add: query(
    `INSERT INTO experiments (path, name, shares, control, days, ages, window_days, cap, tightest_at, promotes,
       started_at, started_by, split)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, (SELECT MAX(split) FROM splits WHERE path = $1))
     RETURNING experiment`,
    { experiment: integer },
  ),
  running: query('SELECT experiment FROM experiments WHERE path = $1 AND ended_at IS NULL', {
    experiment: integer,
  }),
  end: command(
    `UPDATE experiments SET ended_at = $3, ended_by = $4, promoted = $5
     WHERE experiment = $1 AND path = $2 AND ended_at IS NULL`,
  ),
  resume: command(
    'UPDATE experiments SET ended_at = NULL, ended_by = NULL WHERE experiment = $1 AND ended_at IS NOT NULL',
  ),
  promote: command(
    `UPDATE experiments SET promoted = $4, ended_at = COALESCE(ended_at, $2), ended_by = COALESCE(ended_by, $3)
     WHERE experiment = $1`,
  ),
  demote: command('UPDATE experiments SET promoted = NULL WHERE experiment = $1'),
  one: query(`SELECT ${COLUMNS} FROM experiments WHERE experiment = $1 AND path = $2`, row),
  all: query(`SELECT ${COLUMNS} FROM experiments ORDER BY experiment DESC`, row),
}

export const experimentNoun = {
  writes: ofRecords({
    startExperiment,
    stopExperiment,
    resumeExperiment,
    promoteVersion,
    undoPromotion,
  }),
  reads: { experiments, experiment },
  slowReads: { experimentHours, earnedByAge, highEarners },
  sql: { ...experimentSql, ...experimentHourSql },
}
