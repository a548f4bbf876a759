import { command, one, query, run, text, type Rule } from '../../kernel/statement.ts'
import { DAY_MS } from '../../../time/durations.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Time for which a page opened before a newer build may still ask for its files. */
const KEPT_DAYS = 30

/** Starts serving a build of these files at `at`; those of earlier builds are dropped KEPT_DAYS later. Resolves to the names of those that
 *  aren't stored yet. */
function* beginBuild(names: string[], at: number): Rule<string[]> {
  yield* run(builtSql.replaceAll, at)
  const missing: string[] = []
  for (const name of names) if ((yield* run(builtSql.serveAgain, name)) === 0) missing.push(name)
  yield* run(builtSql.drop, at - KEPT_DAYS * DAY_MS)
  return missing
}

/** Saves a file of the current build. A name never changes its content. */
function* keepBuiltFile(name: string, content: string): Rule<void> {
  yield* run(builtSql.keep, name, content)
}

/** Null if no file has this name, or not anymore. */
function* builtFile(name: string): Rule<string | null> {
  return (yield* one(builtSql.file, name))?.content ?? null
}

const builtSql = {
  replaceAll: command('UPDATE built_files SET replaced_at = $1 WHERE replaced_at IS NULL'),
  serveAgain: command('UPDATE built_files SET replaced_at = NULL WHERE name = $1'),
  drop: command('DELETE FROM built_files WHERE replaced_at < $1'),
  keep: command('INSERT INTO built_files (name, content) VALUES ($1, $2) ON CONFLICT DO NOTHING'),
  file: query('SELECT content FROM built_files WHERE name = $1', { content: text }),
}

export const builtNoun = {
  writes: ofRecords({ beginBuild, keepBuiltFile }),
  reads: { builtFile },
  sql: builtSql,
}
