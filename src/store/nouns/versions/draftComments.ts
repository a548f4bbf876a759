import type { DraftComment } from '../../../../schemas/studio/comments.ts'
import { all, command, integer, integerOrNull, query, run, text, textOrNull } from '../../kernel/statement.ts'
import type { Rule } from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Comments of authors on the drafts of sites, and who has a draft open. */

/** Adds an open comment. */
function* addDraftComment({ path, ...comment }: NewComment): Rule<void> {
  const { id, step, element, text, made_by, made_at } = comment
  yield* run(commentSql.add, id, path, step, element, text, made_by, made_at)
}

type NewComment = Omit<DraftComment, 'resolved_by' | 'resolved_at'> & { path: string }

/** Resolves a comment of a draft, or reopens it if `by` is null. False if it doesn't exist or already is in that state. */
function* resolveDraftComment(
  id: string,
  { path, by, at }: { path: string; by: string | null; at: number },
): Rule<boolean> {
  const changed = yield* by === null
    ? run(commentSql.reopen, id, path)
    : run(commentSql.resolve, id, path, by, at)
  return changed === 1
}

/** Records that an operator has a draft open, and forgets those last seen before `since`. */
function* seeDraftEditor({ path, operator, at, since }: Editing & { since: number }): Rule<void> {
  yield* run(commentSql.see, path, operator, at)
  yield* run(commentSql.forget, since)
}

interface Editing {
  path: string
  operator: string
  at: number
}

/** Comments of a draft, oldest first. */
const draftComments = (path: string): Rule<DraftComment[]> => all(commentSql.comments, path)

/** Number of open comments, by path. */
const openDraftComments = (): Rule<{ path: string; comments: number }[]> => all(commentSql.open)

/** Operators seen in drafts after `since`, by path and name. */
const draftEditors = (since: number): Rule<{ path: string; operator: string }[]> =>
  all(commentSql.editors, since)

const commentSql = {
  add: command(
    `INSERT INTO draft_comments (id, path, step, element, text, made_by, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  ),
  resolve: command(
    'UPDATE draft_comments SET resolved_by = $3, resolved_at = $4 WHERE id = $1 AND path = $2 AND resolved_at IS NULL',
  ),
  reopen: command(
    'UPDATE draft_comments SET resolved_by = NULL, resolved_at = NULL WHERE id = $1 AND path = $2 AND resolved_at IS NOT NULL',
  ),
  comments: query(
    `SELECT id, step, element, text, made_by, made_at, resolved_by, resolved_at FROM draft_comments
     WHERE path = $1 ORDER BY made_at, id`,
    {
      id: text,
      step: textOrNull,
      element: textOrNull,
      text,
      made_by: text,
      made_at: integer,
      resolved_by: textOrNull,
      resolved_at: integerOrNull,
    },
  ),
  open: query(
    'SELECT path, CAST(COUNT(*) AS INTEGER) AS comments FROM draft_comments WHERE resolved_at IS NULL GROUP BY path ORDER BY path',
    { path: text, comments: integer },
  ),
  see: command(
    `INSERT INTO draft_editors (path, operator, seen_at) VALUES ($1, $2, $3)
     ON CONFLICT (path, operator) DO UPDATE SET seen_at = excluded.seen_at`,
  ),
  forget: command('DELETE FROM draft_editors WHERE seen_at < $1'),
  editors: query('SELECT path, operator FROM draft_editors WHERE seen_at >= $1 ORDER BY path, operator', {
    path: text,
    operator: text,
  }),
}

export const draftCommentNoun = {
  writes: ofRecords({ addDraftComment, resolveDraftComment, seeDraftEditor }),
  reads: { draftComments, openDraftComments, draftEditors },
  sql: commentSql,
}
