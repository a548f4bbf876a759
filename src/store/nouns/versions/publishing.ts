import type { Share, VersionLine } from '../../../../schemas/kernel/version.ts'
import type { Flow } from '../../../../schemas/flow/flow.ts'
import type { Source } from './draftRecords.ts'
import type { NewVersion, Split, Version } from './versionTypes.ts'
import {
  all,
  command,
  integer,
  integerOrNull,
  json,
  one,
  only,
  query,
  run,
  text,
  type Rule,
} from '../../kernel/statement.ts'
import { withSite } from './earlierSites.ts'
import { shareOut } from './split.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Saves a new version and activates it with `weight`, by default 100; resolves to its number. If path, flow, style, validators and icons
 *  equal those of a live version, only that version's weight changes. */
export function* publish(
  { path, flow, style, validators, icons, at, source }: NewVersion,
  weight = 100,
): Rule<number> {
  const parts = [path, JSON.stringify(flow), style, validators, inOrder(icons)]
  const { version } =
    (yield* one(versionSql.same, ...parts)) ?? (yield* only(versionSql.publish, ...parts, at))
  if (source) yield* run(versionSql.keepSource, version, source.text, JSON.stringify(source.files))
  yield* split(path, { version, weight }, at)
  return version
}

/** Gives a version this share of the new sessions on its path, in percent. At 100, the others are deactivated at the same instant, else
 *  they share the rest in their old proportion. Rejects if the version doesn't exist, or if the rest is less than 1 for each. */
function* activate(version: number, { weight, at }: { weight: number; at: number }): Rule<void> {
  const found = yield* one(versionSql.path, version)
  if (!found) throw new Error(`There's no version ${version}.`)
  yield* split(found.path, { version, weight }, at)
}

function* split(path: string, given: Share, at: number): Rule<void> {
  yield* setShares(path, shareOut(yield* liveShares(path), given), at)
}

/** Takes a site down: nothing is live on its path until a version is activated or published again. False if nothing was live. */
function* takeDown(path: string, at: number): Rule<boolean> {
  const before = yield* liveShares(path)
  if (before.length === 0) return false
  yield* run(versionSql.end, path, at)
  for (const { version } of before) yield* run(versionSql.deactivated, at, version)
  return true
}

/** Live versions of a path, by number. */
export const liveShares = (path: string): Rule<Share[]> => all(versionSql.liveOn, path)

/** Records a path's next split, unless it is unchanged. `after`: by number. */
export function* setShares(path: string, after: readonly Share[], at: number): Rule<void> {
  const before = yield* liveShares(path)
  if (isSame(before, after)) return
  const { split } = yield* only(versionSql.nextSplit)
  for (const { version, weight } of after) yield* run(versionSql.split, split, path, at, version, weight)
  for (const version of added(after, before)) yield* run(versionSql.activated, at, version)
  for (const version of added(before, after)) yield* run(versionSql.deactivated, at, version)
}

function* version(version: number): Rule<Version | null> {
  const found = yield* one(versionSql.version, version)
  return found && { ...found, flow: withSite(found.flow) }
}

/** Live versions of every path, by path and number. */
const live = (): Rule<({ path: string } & Share)[]> => all(versionSql.live)

/** All versions, by path and number. */
const versions = (): Rule<VersionLine[]> => all(versionSql.versions)

/** All splits of a path, oldest first. The last one is live unless the site was taken down. */
function* splits(path: string): Rule<Split[]> {
  const splits = Map.groupBy(yield* all(versionSql.splits, path), ({ split }) => split)
  return Array.from(splits.values(), (shares) => ({
    at: shares[0]!.at,
    shares: shares.map(({ version, weight }) => ({ version, weight })),
  }))
}

/** Source of a version; null if it was published before sources were saved. */
const versionSource = (version: number): Rule<Source | null> => one(versionSql.source, version)

/** All paths that ever had a version, by name. */
function* paths(): Rule<string[]> {
  return (yield* all(versionSql.paths)).map(({ path }) => path)
}

/** Path of the very first version; null while there is none. */
function* firstPath(): Rule<string | null> {
  return (yield* one(versionSql.firstPath))?.path ?? null
}

const versionSql = {
  liveOn: query('SELECT version, weight FROM live WHERE path = $1 ORDER BY version', {
    version: integer,
    weight: integer,
  }),
  same: query(
    `SELECT version FROM versions
     WHERE path = $1 AND flow = $2 AND style = $3 AND validators = $4 AND icons = $5 AND deactivated_at IS NULL`,
    { version: integer },
  ),
  publish: query(
    `INSERT INTO versions (path, flow, style, validators, icons, at, activated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING version`,
    { version: integer },
  ),
  keepSource: command(
    `INSERT INTO version_sources (version, text, files) VALUES ($1, $2, $3)
     ON CONFLICT (version) DO UPDATE SET text = excluded.text, files = excluded.files`,
  ),
  source: query('SELECT text, files FROM version_sources WHERE version = $1', {
    text,
    files: json<Record<string, string>>(),
  }),
  path: query('SELECT path FROM versions WHERE version = $1', { path: text }),
  nextSplit: query('SELECT COALESCE(MAX(split), 0) + 1 AS split FROM splits', { split: integer }),
  split: command('INSERT INTO splits (split, path, at, version, weight) VALUES ($1, $2, $3, $4, $5)'),
  end: command(
    'UPDATE splits SET ended_at = $2 WHERE split = (SELECT MAX(split) FROM splits WHERE path = $1)',
  ),
  activated: command('UPDATE versions SET activated_at = $1, deactivated_at = NULL WHERE version = $2'),
  deactivated: command('UPDATE versions SET deactivated_at = $1 WHERE version = $2'),
  version: query(
    `SELECT version, path, flow, style, validators, icons, at, activated_at, deactivated_at
     FROM versions WHERE version = $1`,
    {
      version: integer,
      path: text,
      flow: json<Flow>(),
      style: text,
      validators: text,
      icons: json<Record<string, string>>(),
      at: integer,
      activated_at: integer,
      deactivated_at: integerOrNull,
    },
  ),
  live: query('SELECT path, version, weight FROM live ORDER BY path, version', {
    path: text,
    version: integer,
    weight: integer,
  }),
  versions: query(
    ({ jsonText }) =>
      `SELECT versions.version AS version, versions.path AS path, ${jsonText('flow', 'ui_config', 'title')} AS title, weight,
         activated_at, deactivated_at,
         COALESCE((SELECT SUM(sessions) FROM totals_versions WHERE totals_versions.version = versions.version), 0) AS sessions
       FROM versions
       LEFT JOIN live ON live.version = versions.version
       ORDER BY versions.path, versions.version`,
    {
      version: integer,
      path: text,
      title: text,
      weight: integerOrNull,
      activated_at: integer,
      deactivated_at: integerOrNull,
      sessions: integer,
    },
  ),
  splits: query('SELECT split, at, version, weight FROM splits WHERE path = $1 ORDER BY split, version', {
    split: integer,
    at: integer,
    version: integer,
    weight: integer,
  }),
  firstPath: query('SELECT path FROM versions ORDER BY version LIMIT 1', { path: text }),
  paths: query('SELECT DISTINCT path FROM versions ORDER BY path', { path: text }),
}

export function isSame(before: readonly Share[], after: readonly Share[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ version, weight }, i) => after[i]?.version === version && after[i].weight === weight)
  )
}

/** Versions of `shares` that aren't in `other`. */
function added(shares: readonly Share[], other: readonly Share[]): number[] {
  const known = new Set(other.map(({ version }) => version))
  return shares.map(({ version }) => version).filter((version) => !known.has(version))
}

/** Text that is equal for equal icons. */
function inOrder(icons: Record<string, string>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(icons).sort(([a], [b]) => (a < b ? -1 : 1))))
}

export const versionNoun = {
  writes: ofRecords({ publish, activate, takeDown }),
  reads: { version, live, versions, splits, versionSource, paths, firstPath },
  sql: versionSql,
}
