import type { NewLinkMail } from '../mails/mailTypes.ts'
import type { GoOnLink, Handover, NewHandover, TakeOver } from './sessionTypes.ts'
import {
  command,
  integer,
  integerOrNull,
  one,
  only,
  query,
  run,
  text,
  type Rule,
} from '../../kernel/statement.ts'

import { notErased } from './counting.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** A visitor who mistypes an address asks again; each time is an email to someone. */
export const LINKS_PER_SESSION = 5

/** Links with which a visitor continues elsewhere: requested, sent, and valid for their hours. A link scanner may press one too. So a
 *  press takes nothing away: it hands the visit to one more browser, and the browser that answers next continues it. The previous one
 *  keeps its token as a handover, with which it can continue again. */

/** Saves an email with a link to continue, which replaces the links sent before. False if the session has already asked for
 *  LINKS_PER_SESSION others; then nothing was saved. */
function* askForLink(uuid: string, { id, recipient, subject, body }: NewLinkMail, at: number): Rule<boolean> {
  const { session } = yield* notErased(uuid)
  if (yield* one(linkSql.asked, session, id)) return true
  if ((yield* only(linkSql.count, session)).n >= LINKS_PER_SESSION) return false
  // An earlier address may have been someone else's.
  yield* run(linkSql.dropOf, session)
  yield* run(linkSql.dropUnused, session)
  yield* run(linkSql.ask, session, id, recipient, subject, body, at)
  return true
}

/** Saves a link that is about to be sent, and drops those that have expired. False if its visitor has been forgotten. */
function* keepLink({ token_hash, session_uuid, expires_at }: GoOnLink, now: number): Rule<boolean> {
  yield* run(linkSql.dropOld, now)
  return (yield* run(linkSql.keep, token_hash, session_uuid, expires_at)) === 1
}

/** The session that a link still opens. */
function* linkedSession(token_hash: string, now: number): Rule<string | null> {
  return (yield* one(linkSql.linked, token_hash, now))?.uuid ?? null
}

/** Gives another browser a token with which it may continue the session of a link. False if the link no longer opens anything. */
function* handOver({ session_uuid, link_hash, token_hash, at }: NewHandover): Rule<boolean> {
  const { session } = yield* notErased(session_uuid)
  if ((yield* linkedSession(link_hash, at)) !== session_uuid) return false
  yield* run(linkSql.addHandover, token_hash, session, 0, at)
  yield* run(linkSql.trimHandovers, session, HANDOVERS_PER_SESSION)
  return true
}

/** A visitor has a few browsers; a mail filter presses as often as it likes. */
const HANDOVERS_PER_SESSION = 20

/** Handover that a token belongs to; null if the token is unknown, or is that of the browser that continues its session. */
const handover = (token_hash: string): Rule<Handover | null> => one(linkSql.handover, token_hash)

/** Makes the browser with this token continue the session; the one before may take it back. False if the session wasn't handed to the
 *  token. */
function* takeOver({ session_uuid, token_hash, at }: TakeOver): Rule<boolean> {
  const { session } = yield* notErased(session_uuid)
  const next = yield* one(linkSql.handover, token_hash)
  if (next?.session_uuid !== session_uuid) return false
  const { holder, own, steps } = yield* only(linkSql.holder, session)
  yield* run(linkSql.dropHandover, token_hash)
  yield* run(linkSql.addHandover, holder, session, own ?? steps, at)
  yield* run(linkSql.move, session, token_hash, at, next.own, steps)
  return true
}

const linkSql = {
  asked: query("SELECT mail FROM mails WHERE session = $1 AND offer = '' AND step = $2", { mail: integer }),
  count: query("SELECT COUNT(*) AS n FROM mails WHERE session = $1 AND kind = 'go_on'", { n: integer }),
  ask: command(
    `INSERT INTO mails
       (session, kind, offer, step, recipient, subject, body, state, attempts, under_way, due_at, message, at)
     VALUES ($1, 'go_on', '', $2, $3, $4, $5, 'due', 0, 0, $6, NULL, $6) ON CONFLICT DO NOTHING`,
  ),
  keep: command(
    `INSERT INTO go_on_links (token_hash, session, expires_at)
     SELECT $1, session, CAST($3 AS BIGINT) FROM sessions WHERE uuid = $2 AND forgotten = 0`,
  ),
  linked: query(
    `SELECT uuid FROM go_on_links JOIN sessions ON sessions.session = go_on_links.session
     WHERE go_on_links.token_hash = $1 AND expires_at > $2`,
    { uuid: text },
  ),
  addHandover: command(
    `INSERT INTO handovers (token_hash, session, own, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (token_hash) DO UPDATE SET own = excluded.own, at = excluded.at`,
  ),
  // Handovers made by links go first, so that the browser in which the visit began keeps its place.
  trimHandovers: command(
    `DELETE FROM handovers WHERE session = $1 AND token_hash NOT IN (
       SELECT token_hash FROM handovers WHERE session = $1 ORDER BY own DESC, at DESC, token_hash LIMIT $2)`,
  ),
  // Handovers of links sent to an earlier address, which may have been someone else's.
  dropUnused: command('DELETE FROM handovers WHERE session = $1 AND own = 0'),
  dropHandover: command('DELETE FROM handovers WHERE token_hash = $1'),
  handover: query(
    `SELECT uuid AS session_uuid, own, handovers.at AS at
     FROM handovers JOIN sessions ON sessions.session = handovers.session
     WHERE handovers.token_hash = $1 AND forgotten = 0`,
    { session_uuid: text, own: integer, at: integer },
  ),
  holder: query(
    `SELECT token_hash AS holder, CASE WHEN moved_at IS NULL THEN NULL ELSE COALESCE(moved_from, 0) END AS own,
       (SELECT COUNT(*) FROM steps WHERE steps.session = $1) AS steps
     FROM sessions WHERE session = $1`,
    { holder: text, own: integerOrNull, steps: integer },
  ),
  dropOf: command('DELETE FROM go_on_links WHERE session = $1'),
  dropOld: command('DELETE FROM go_on_links WHERE expires_at <= $1'),
  move: command(
    'UPDATE sessions SET token_hash = $2, moved_at = $3, moved_from = $4, moved_after = $5 WHERE session = $1',
  ),
}

export const linkNoun = {
  writes: ofRecords({ askForLink, keepLink, handOver, takeOver }),
  reads: { linkedSession, handover },
  sql: linkSql,
}
