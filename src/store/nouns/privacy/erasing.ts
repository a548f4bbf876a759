import type { Expiry, Person, SearchPlace } from './privacyTypes.ts'
import { all, command, integer, one, query, run, text, type Rule } from '../../kernel/statement.ts'
import { certificatesOfAll, keepSessions, recount } from '../totals/hours.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { emailKey, mentionsPerson, phoneDigits } from './person.ts'
import { erasure } from './erasedColumns.ts'
import { keepDoubtsOf } from '../inDoubt/saleDoubts.ts'
import { ofAll, ofRecords } from '../../kernel/writeScopes.ts'

/** Removes everything from a session that identifies its visitor; counts and sales stay. False if the session is unknown. */
function* forgetSession(context: WriteContext, uuid: string): Rule<boolean> {
  const row = yield* one(erasingSql.known, uuid)
  if (row) yield* erase(context, [row.session])
  return row !== null
}

/** Forgets data past its retention period, at most `limit` sessions at a time and none of `except`. Resolves to the number of sessions
 *  forgotten. */
function* expire(
  context: WriteContext,
  { sessions, leads, privacyRequests, revocations = 0 }: Expiry,
  limit: number,
  except: readonly string[] = [],
): Rule<number> {
  if ((yield* run(erasingSql.dropRequests, privacyRequests)) > 0) context.onErase()
  if ((yield* run(erasingSql.dropRevocationTexts, revocations)) > 0) context.onErase()
  const expired = yield* all(erasingSql.expired, sessions, leads, limit, JSON.stringify(except))
  if (expired.length > 0)
    yield* erase(
      context,
      expired.map(({ session }) => session),
    )
  return expired.length
}

/** Sessions that `expire` would forget next. */
function* expired(
  { sessions, leads }: Expiry,
  limit: number,
  except: readonly string[] = [],
): Rule<string[]> {
  const rows = yield* all(erasingSql.expired, sessions, leads, limit, JSON.stringify(except))
  return rows.map(({ uuid }) => uuid)
}

function* erase(context: WriteContext, sessions: readonly number[]): Rule<void> {
  const list = JSON.stringify(sessions)
  yield* keepSessions(list)
  yield* recount(context, certificatesOfAll(list), eraseRows(list))
  yield* run(erasingSql.list, list)
  yield* run(erasingSql.trimList, ERASURES_KEPT)
  context.onErase()
}

function* eraseRows(list: string): Rule<void> {
  for (const statement of Object.values(erasureSql)) yield* run(statement, list)
  yield* keepDoubtsOf(list)
}

/** A running server asks every second; a sweep forgets at most 2,000 in that time. */
const ERASURES_KEPT = 10_000

/** Time as of which old data is forgotten: `now`, but at most `stepMs` after the last result of any process. Setting the clock back changes
 *  nothing. */
function* retentionInstant(now: number, stepMs: number): Rule<number> {
  const last = yield* one(erasingSql.instant)
  const reached = last ? Math.max(last.at, Math.min(now, last.at + stepMs)) : now
  yield* run(erasingSql.setInstant, reached)
  return Math.min(now, reached)
}

/** Sessions that any process erased after `cursor`, and the cursor for the next call. The first cursor is 0. */
function* erasedAfter(cursor: number): Rule<{ cursor: number; uuids: string[] }> {
  const rows = yield* all(erasingSql.after, cursor)
  return { cursor: rows.at(-1)?.mark ?? cursor, uuids: rows.map(({ uuid }) => uuid) }
}

/** Sessions, in a part of all rows, that contain this phone number, in any notation, or this email address, in an answer, a lead or a
 *  rejected submission; and the place of the next part, null at the end. `findSessions.ts` reads all parts. */
function* sessionsNaming(
  person: Person,
  { table, after }: SearchPlace,
): Rule<{ uuids: string[]; next: SearchPlace | null }> {
  const phone = (person.phone && phoneDigits(person.phone)) || null
  const email = (person.email && emailKey(person.email)) || null
  const rows = yield* all(searchSql[table], after, PART_ROWS)
  const naming = rows.filter(({ content }) => mentionsPerson(content, phone, email))
  const uuids = [...new Set(naming.map(({ uuid }) => uuid))]
  const last = rows.at(-1)
  if (last) return { uuids, next: { table, after: last.entry } }
  const following = TABLES[TABLES.indexOf(table) + 1]
  return { uuids, next: following ? { table: following, after: 0 } : null }
}

/** Takes a few milliseconds to read. */
const PART_ROWS = 500

const searched = { entry: integer, uuid: text, content: text }

/** Texts that may contain a person's number or address. */
const searchSql = {
  steps: query(
    `SELECT entry, uuid, answers AS content FROM steps JOIN sessions ON sessions.session = steps.session
     WHERE entry > $1 ORDER BY entry LIMIT $2`,
    searched,
  ),
  leads: query(
    `SELECT entry, uuid, lead AS content FROM leads JOIN sessions ON sessions.session = leads.session
     WHERE entry > $1 ORDER BY entry LIMIT $2`,
    searched,
  ),
  // Links to continue were also mailed to addresses that may not be in any answer.
  mails: query(
    `SELECT mail AS entry, uuid, recipient AS content FROM mails JOIN sessions ON sessions.session = mails.session
     WHERE mail > $1 ORDER BY mail LIMIT $2`,
    { ...searched, content: { ...text, decode: (held) => JSON.stringify(held) } },
  ),
  quarantine: query(
    `SELECT entry, uuid, body AS content FROM quarantine JOIN sessions ON sessions.uuid = session_uuid
     WHERE entry > $1 ORDER BY entry LIMIT $2`,
    searched,
  ),
}

const TABLES = Object.keys(searchSql) as SearchPlace['table'][]

/** Statements that forget the sessions in the JSON list $1, for each table, in this order. */
const erasureSql = erasure()

const erasingSql = {
  known: query('SELECT session FROM sessions WHERE uuid = $1', { session: integer }),
  list: command(
    ({ numbersIn }) =>
      `INSERT INTO erasures (uuid) SELECT uuid FROM sessions WHERE session IN ${numbersIn('$1')}`,
  ),
  trimList: command('DELETE FROM erasures WHERE mark <= (SELECT MAX(mark) FROM erasures) - $1'),
  after: query('SELECT mark, uuid FROM erasures WHERE mark > $1 ORDER BY mark', {
    mark: integer,
    uuid: text,
  }),
  instant: query('SELECT at FROM retention', { at: integer }),
  setInstant: command(
    'INSERT INTO retention (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at',
  ),
  expired: query(
    ({ textsIn }) => `SELECT session, uuid FROM sessions
     WHERE forgotten = 0 AND at < $1
       AND (at < $2 OR NOT EXISTS (SELECT 1 FROM leads WHERE leads.session = sessions.session))
       AND uuid NOT IN ${textsIn('$4')}
     ORDER BY at LIMIT $3`,
    { session: integer, uuid: text },
  ),
  dropRequests: command('DELETE FROM privacy_requests WHERE at < $1'),
  // The keyed hashes stay.
  dropRevocationTexts: command(
    `UPDATE revocations SET said = '', phone = NULL, email = NULL
     WHERE at < $1 AND (said <> '' OR phone IS NOT NULL OR email IS NOT NULL)`,
  ),
}

export const erasingNoun = {
  writes: ofRecords({ retentionInstant }),
  writesInContext: ofAll({ forgetSession, expire }),
  reads: { sessionsNaming, expired, erasedAfter },
  sql: { ...erasingSql, ...erasureSql, ...searchSql },
}
