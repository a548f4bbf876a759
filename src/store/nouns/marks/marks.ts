import type { AuditChange, AuditEntry } from '../../../../schemas/people/operator.ts'
import { audit } from '../operators/auditLog.ts'
import {
  all,
  command,
  integer,
  jsonOrNull,
  one,
  only,
  query,
  run,
  text,
  textOrNull,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Marks on charts. What was changed is read from the audit log; only notes are stored here. Each change of a note is in the audit log,
 *  within the same transaction. */

/** Acts of the audit log that may show in the figures. */
export const MARKED_ACTS = [
  'publish',
  'roll_back',
  'start_experiment',
  'stop_experiment',
  'resume_experiment',
  'promote_version',
  'undo_promotion',
  'save_buyer',
  'remove_buyer',
] as const satisfies readonly AuditEntry['act'][]

export interface MarkedAct extends Omit<AuditEntry, 'act'> {
  act: (typeof MARKED_ACTS)[number]
  changes: AuditChange[] | null
}

export interface ChartNote {
  note: number
  path: string | null
  at: number
  words: string
  made_by: string
}

/** A change of a note: by whom, and when. */
interface Changing {
  by: string
  at: number
}

/** Entries of the audit log in the range that charts mark, newest first, at most `limit`. Both ends inclusive. */
function* markedActs(from: number, to: number, limit: number): Rule<MarkedAct[]> {
  const perAct: MarkedAct[][] = []
  for (const act of MARKED_ACTS) perAct.push(yield* all(markSql.acts, act, from, to, limit))
  return perAct
    .flat()
    .sort((a, b) => b.at - a.at)
    .slice(0, limit)
}

/** Notes of the range, newest first, at most `limit`. */
const chartNotes = (from: number, to: number, limit: number): Rule<ChartNote[]> =>
  all(markSql.notes, from, to, limit)

const chartNote = (note: number): Rule<ChartNote | null> => one(markSql.note, note)

/** Adds a note and returns its number. */
function* addNote({
  path,
  at,
  words,
  by,
  now,
}: Omit<ChartNote, 'note' | 'made_by'> & { by: string; now: number }): Rule<number> {
  const { note } = yield* only(markSql.add, path, at, words, by, now)
  const about = path ?? ''
  yield* audit({ at: now, operator: by, act: 'add_note', about }, [change(null, words)])
  return note
}

/** Changes the words of a note. False if there is none. */
function* editNote({ note, words, by, at }: { note: number; words: string } & Changing): Rule<boolean> {
  const before = yield* one(markSql.note, note)
  if (!before) return false
  yield* run(markSql.edit, note, words)
  const about = before.path ?? ''
  yield* audit({ at, operator: by, act: 'edit_note', about }, [change(before.words, words)])
  return true
}

/** Removes a note. False if there is none. */
function* removeNote({ note, by, at }: { note: number } & Changing): Rule<boolean> {
  const before = yield* one(markSql.note, note)
  if (!before) return false
  yield* run(markSql.remove, note)
  const about = before.path ?? ''
  yield* audit({ at, operator: by, act: 'remove_note', about }, [change(before.words, null)])
  return true
}

const change = (before: string | null, after: string | null): AuditChange => ({
  field: 'note',
  before,
  after,
  secret: false,
})

const noteRow = { note: integer, path: textOrNull, at: integer, words: text, made_by: text }
const NOTE = 'note, path, at, words, made_by'

const markSql = {
  acts: query(
    `SELECT at, operator, act, about, changes FROM audit WHERE act = $1 AND at >= $2 AND at <= $3
     ORDER BY at DESC LIMIT $4`,
    {
      at: integer,
      operator: text,
      act: word<MarkedAct['act']>(),
      about: text,
      changes: jsonOrNull<AuditChange[]>(),
    },
  ),
  notes: query(
    `SELECT ${NOTE} FROM chart_notes WHERE at >= $1 AND at <= $2 ORDER BY at DESC, note DESC LIMIT $3`,
    noteRow,
  ),
  note: query(`SELECT ${NOTE} FROM chart_notes WHERE note = $1`, noteRow),
  add: query(
    'INSERT INTO chart_notes (path, at, words, made_by, made_at) VALUES ($1, $2, $3, $4, $5) RETURNING note',
    { note: integer },
  ),
  edit: command('UPDATE chart_notes SET words = $2 WHERE note = $1'),
  remove: command('DELETE FROM chart_notes WHERE note = $1'),
}

export const markNoun = {
  writes: ofRecords({ addNote, editNote, removeNote }),
  reads: { markedActs, chartNotes, chartNote },
  sql: markSql,
}
