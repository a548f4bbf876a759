import type { DraftLine } from '../../../../schemas/studio/drafts.ts'
import type { DraftRecord, NewDraft, SavedDraft } from './draftRecords.ts'
import {
  all,
  command,
  flag,
  integer,
  integerOrNull,
  json,
  one,
  query,
  run,
  text,
  textOrNull,
} from '../../kernel/statement.ts'
import type { Rule } from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Saves a draft in place of the revision that it was made from. Saves only if no one has saved since the revision that it was made from,
 *  even if processes save at the same moment. */
function* saveDraft(draft: NewDraft): Rule<SavedDraft> {
  const { path, from, text, isJson, files, based_on, by, at } = draft
  const parts = [path, text, isJson ? 1 : 0, JSON.stringify(files), based_on, by, at]
  const changed = yield* from === 0 ? run(draftSql.make, ...parts) : run(draftSql.save, ...parts, from)
  return { isKept: changed === 1, line: yield* one(draftSql.line, path) }
}

/** Deletes a draft at the revision that its author saw. Its text is kept for restoreDraft until the path gets another draft. False if someone
 *  has saved since. */
function* removeDraft(path: string, revision: number): Rule<boolean> {
  return (yield* run(draftSql.remove, path, revision)) === 1
}

/** Restores a deleted draft. False if none was deleted, or the path has another draft since. */
function* restoreDraft(path: string): Rule<boolean> {
  return (yield* run(draftSql.restore, path)) === 1
}

const draft = (path: string): Rule<DraftRecord | null> => one(draftSql.draft, path)

/** Drafts by path. */
const drafts = (): Rule<DraftLine[]> => all(draftSql.lines)

const line = {
  path: text,
  revision: integer,
  based_on: integerOrNull,
  saved_by: text,
  saved_at: integer,
}
const LINE = 'path, revision, based_on, saved_by, saved_at'

const draftSql = {
  make: command(
    `INSERT INTO drafts (path, revision, text, is_json, files, based_on, saved_by, saved_at)
     VALUES ($1, 1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (path) DO UPDATE SET revision = drafts.revision + 1, text = excluded.text, is_json = excluded.is_json,
       good = NULL, files = excluded.files, based_on = excluded.based_on, saved_by = excluded.saved_by,
       saved_at = excluded.saved_at, removed = 0
     WHERE drafts.removed = 1`,
  ),
  save: command(
    `UPDATE drafts SET good = CASE WHEN $3 = 1 THEN NULL WHEN is_json = 1 THEN text ELSE good END,
       revision = revision + 1, text = $2, is_json = $3, files = $4, based_on = $5, saved_by = $6, saved_at = $7
     WHERE path = $1 AND revision = $8 AND removed = 0`,
  ),
  remove: command(
    'UPDATE drafts SET removed = 1, revision = revision + 1 WHERE path = $1 AND revision = $2 AND removed = 0',
  ),
  restore: command('UPDATE drafts SET removed = 0, revision = revision + 1 WHERE path = $1 AND removed = 1'),
  draft: query(`SELECT ${LINE}, text, is_json, good, files FROM drafts WHERE path = $1 AND removed = 0`, {
    ...line,
    text,
    is_json: flag,
    good: textOrNull,
    files: json<Record<string, string>>(),
  }),
  line: query(`SELECT ${LINE} FROM drafts WHERE path = $1 AND removed = 0`, line),
  lines: query(`SELECT ${LINE} FROM drafts WHERE removed = 0 ORDER BY path`, line),
}

export const draftNoun = {
  writes: ofRecords({ saveDraft, removeDraft, restoreDraft }),
  reads: { draft, drafts },
  sql: draftSql,
}
