import type { NewLinkMail } from '../leads/mailTypes.ts'
import type { GoOnLink, Move } from './sessionTypes.ts'
import { command, integer, one, only, query, run, text, type Rule } from '../statement.ts'
import { LINKS_PER_SESSION } from '../store.ts'
import { notErased } from './counting.ts'

/** Links by which a visitor goes on elsewhere: asked for, sent, used once. */

export function* askForLink(
  uuid: string,
  { id, recipient, subject, body }: NewLinkMail,
  at: number,
): Rule<boolean> {
  const { session } = yield* notErased(uuid)
  if (yield* one(linkSql.asked, session, id)) return true
  if ((yield* only(linkSql.count, session)).n >= LINKS_PER_SESSION) return false
  // The address of an earlier one may have been somebody else's.
  yield* run(linkSql.dropOf, session)
  yield* run(linkSql.ask, session, id, recipient, subject, body, at)
  return true
}

export function* keepLink({ token_hash, session_uuid, expires_at }: GoOnLink, now: number): Rule<boolean> {
  yield* run(linkSql.dropOld, now)
  return (yield* run(linkSql.keep, token_hash, session_uuid, expires_at)) === 1
}

export function* linkedSession(token_hash: string, now: number): Rule<string | null> {
  return (yield* one(linkSql.linked, token_hash, now))?.uuid ?? null
}

export function* moveSession({ session_uuid, link_hash, token_hash, at }: Move): Rule<boolean> {
  const { session } = yield* notErased(session_uuid)
  if ((yield* run(linkSql.use, link_hash, session, at)) === 0) return false
  yield* run(linkSql.dropOf, session)
  yield* run(linkSql.move, session, token_hash, at)
  return true
}

export const linkSql = {
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
  use: command('DELETE FROM go_on_links WHERE token_hash = $1 AND session = $2 AND expires_at > $3'),
  dropOf: command('DELETE FROM go_on_links WHERE session = $1'),
  dropOld: command('DELETE FROM go_on_links WHERE expires_at <= $1'),
  move: command(
    `UPDATE sessions SET token_hash = $2, moved_at = $3,
       moved_after = (SELECT COUNT(*) FROM steps WHERE steps.session = $1)
     WHERE session = $1`,
  ),
}
