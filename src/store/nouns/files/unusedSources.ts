import { all, command, integerOrNull, json, query, run, text, type Rule } from '../../kernel/statement.ts'
import { DAY_MS } from '../../../time/durations.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Prefix of sites' files, each stored once under the SHA-256 of its content. */
export const SOURCE = 'source/'

/** Grace period, because a draft or a version names a stored file only later; a publish takes some seconds. */
const UNUSED_DAYS = 1

/** Drops files that no draft, version, or requested publish has named for UNUSED_DAYS, and records since when other unnamed files haven't
 *  been named. `at`: now, epoch ms. Returns the number of dropped files. */
function* dropUnusedSources(at: number): Rule<number> {
  const used = new Set<string>()
  for (const naming of [unusedSql.ofDrafts, unusedSql.ofVersions, unusedSql.ofRequests])
    for (const { files } of yield* all(naming))
      for (const digest of Object.values(files)) used.add(SOURCE + digest)
  let dropped = 0
  for (const { name, unused_at } of yield* all(unusedSql.sources)) {
    if (used.has(name)) {
      if (unused_at !== null) yield* run(unusedSql.setUnused, name, null)
    } else if (unused_at === null) yield* run(unusedSql.setUnused, name, at)
    else if (unused_at <= at - UNUSED_DAYS * DAY_MS) dropped += yield* run(unusedSql.drop, name)
  }
  return dropped
}

const files = { files: json<Record<string, string>>() }

const unusedSql = {
  ofDrafts: query('SELECT files FROM drafts', files),
  ofVersions: query('SELECT files FROM version_sources', files),
  ofRequests: query('SELECT files FROM publish_requests', files),
  sources: query(`SELECT name, unused_at FROM imported_files WHERE name LIKE '${SOURCE}%'`, {
    name: text,
    unused_at: integerOrNull,
  }),
  setUnused: command('UPDATE imported_files SET unused_at = $2 WHERE name = $1'),
  drop: command('DELETE FROM imported_files WHERE name = $1'),
}

export const unusedNoun = {
  writes: ofRecords({ dropUnusedSources }),
  sql: unusedSql,
}
