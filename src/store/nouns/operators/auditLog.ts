import type { AuditChange, AuditEntry } from '../../../../schemas/people/operator.ts'
import type { AuditAsked, AuditPage } from '../../../../schemas/people/people.ts'
import {
  all,
  command,
  integer,
  query,
  run,
  text,
  textOrNull,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Operators' actions, in the order in which they were recorded. */

/** Records an action and what it changed. */
export function* audit(
  { at, operator, act, about }: AuditEntry,
  changes: readonly AuditChange[] = [],
): Rule<void> {
  yield* run(auditSql.add, at, operator, act, about, changes.length === 0 ? null : JSON.stringify(changes))
}

/** Newest entries first. */
function* auditLog(limit: number): Rule<AuditEntry[]> {
  const { data } = yield* auditPage({}, limit)
  return data.map(({ at, operator, act, about }) => ({ at, operator, act, about }))
}

/** Newest matching entries first, at most `limit`. */
function* auditPage({ operator, act, from, to, before }: AuditAsked, limit: number): Rule<AuditPage> {
  const found = yield* all(
    auditSql.page,
    limit + 1,
    before ?? Number.MAX_SAFE_INTEGER,
    operator ?? null,
    act ?? null,
    from ?? 0,
    to ?? Number.MAX_SAFE_INTEGER,
  )
  const data = found.slice(0, limit).map(({ changes, ...entry }) => ({
    ...entry,
    changes: changes === null ? [] : (JSON.parse(changes) as AuditChange[]),
  }))
  return { data, next: found.length > limit ? data.at(-1)!.entry : null }
}

export const auditSql = {
  add: command('INSERT INTO audit (at, operator, act, about, changes) VALUES ($1, $2, $3, $4, $5)'),
  addEntry: query('INSERT INTO audit (at, operator, act, about) VALUES ($1, $2, $3, $4) RETURNING entry', {
    entry: integer,
  }),
  reword: command('UPDATE audit SET about = $2 WHERE entry = $1'),
  page: query(
    `SELECT entry, at, operator, act, about, changes FROM audit
     WHERE entry < $2 AND (operator = $3 OR $3 IS NULL) AND (act = $4 OR $4 IS NULL) AND at >= $5 AND at <= $6
     ORDER BY entry DESC LIMIT $1`,
    {
      entry: integer,
      at: integer,
      operator: text,
      act: word<AuditEntry['act']>(),
      about: text,
      changes: textOrNull,
    },
  ),
}

export const auditNoun = {
  writes: ofRecords({ audit }),
  reads: { auditLog, auditPage },
  sql: auditSql,
}
