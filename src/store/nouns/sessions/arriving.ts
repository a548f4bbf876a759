import type { Language } from '../../../../schemas/flow/flow.ts'
import type { Origin } from '../../../../schemas/kernel/session.ts'
import { keepBrowserText } from '../../kernel/keptTexts.ts'
import { optOut } from '../privacy/optOuts.ts'
import type { Dimensions, NewArrival, NewSession } from './sessionTypes.ts'
import { command, integer, json, one, only, query, run, text, type Rule } from '../../kernel/statement.ts'
import { allOf, recount } from '../totals/hours.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { ADDITIONS, countingSql, FIRST_ARRIVAL, notErased } from './counting.ts'
import { ofSession } from '../../kernel/writeScopes.ts'

function* openSession({ tally }: WriteContext, s: NewSession): Rule<void> {
  if (yield* one(arrivingSql.known, s.uuid)) return
  const channel = yield* channelOf(s)
  const { language = 'en' } = s
  const { session } = yield* only(
    arrivingSql.open,
    s.uuid,
    s.token_hash,
    s.version,
    channel,
    JSON.stringify(s.origin),
    s.page_url,
    s.referrer,
    s.ip,
    yield* keepBrowserText(s.user_agent),
    s.at,
    language,
  )
  if (s.opt_out !== undefined)
    yield* optOut({ session_uuid: s.uuid, phone: null, email: null, source: s.opt_out, at: s.at })
  if (s.suspectedBot) return
  yield* run(countingSql.event, session, 'page_visit', '', s.version, channel, s.at, FIRST_ARRIVAL)
  tally.add({ ...s, channel, language, in_hours: true }, { offer: '', at: s.at }, ADDITIONS.page_visit)
}

/** Records another click that brought a session's visitor. It is a page visit, and later events count for it. The known Everflow click ID
 *  isn't its own, so it is dropped. False if this arrival was known. */
function* arrive({ tally }: WriteContext, uuid: string, { arrival, ...words }: NewArrival): Rule<boolean> {
  const row = yield* notErased(uuid)
  const { session, path, version } = row
  yield* keepFirstArrival(session)
  const channel = yield* channelOf({ ...words, path })
  const { page_url, referrer, at } = words
  const query = JSON.stringify(words.query)
  if ((yield* run(arrivingSql.arrival, session, arrival, channel, query, page_url, referrer, at)) === 0)
    return false
  yield* run(arrivingSql.moveSession, channel, session)
  const isFirst = (yield* one(arrivingSql.pageVisit, session)) === null
  const counted = isFirst ? FIRST_ARRIVAL : arrival
  yield* run(countingSql.event, session, 'page_visit', '', version, channel, at, counted)
  tally.add(
    { ...row, ...words, channel },
    { offer: '', at },
    isFirst ? ADDITIONS.page_visit : { page_visits: 1 },
  )
  return true
}

/** Changes the language in which the visitor reads the site. */
function* setLanguage(context: WriteContext, uuid: string, language: Language): Rule<void> {
  const { session, language: before } = yield* notErased(uuid)
  if (language !== before)
    yield* recount(context, allOf(session), run(arrivingSql.language, language, session))
}

/** Lists the click that opened the session; called once there is a second one. */
function* keepFirstArrival(session: number): Rule<void> {
  const { channel, origin, page_url, referrer, at } = yield* only(arrivingSql.opened, session)
  const query = JSON.stringify(origin.query)
  yield* run(arrivingSql.arrival, session, FIRST_ARRIVAL, channel, query, page_url, referrer, at)
}

/** Number of the parameters that say where a session comes from. */
function* channelOf(s: Omit<Dimensions, 'version'>): Rule<number> {
  const words = [s.path, s.aff_id, s.sub1, s.sub2, s.sub3]
  const known = yield* one(arrivingSql.channel, ...words)
  if (known) return known.channel
  yield* run(arrivingSql.addChannel, ...words)
  return (yield* only(arrivingSql.channel, ...words)).channel
}

const arrivingSql = {
  known: query('SELECT session FROM sessions WHERE uuid = $1', { session: integer }),
  channel: query(
    `SELECT channel FROM channels
     WHERE path = $1 AND aff_id = $2 AND sub1 = $3 AND sub2 = $4 AND sub3 = $5`,
    { channel: integer },
  ),
  addChannel: command(
    `INSERT INTO channels (path, aff_id, sub1, sub2, sub3) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
  ),
  open: query(
    `INSERT INTO sessions
       (uuid, token_hash, version, channel, origin, page_url, referrer, ip, user_agent, at, language)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING session`,
    { session: integer },
  ),
  opened: query('SELECT channel, origin, page_url, referrer, at FROM sessions WHERE session = $1', {
    channel: integer,
    origin: json<Origin>(),
    page_url: text,
    referrer: text,
    at: integer,
  }),
  arrival: command(
    `INSERT INTO arrivals (session, arrival, channel, query, page_url, referrer, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
  ),
  moveSession: command('UPDATE sessions SET channel = $1, ef_transaction_id = NULL WHERE session = $2'),
  language: command('UPDATE sessions SET language = $1 WHERE session = $2'),
  pageVisit: query("SELECT entry FROM events WHERE session = $1 AND kind = 'page_visit' LIMIT 1", {
    entry: integer,
  }),
}

export const arrivingNoun = {
  writesInContext: {
    ...ofSession({ openSession }, ({ uuid }: NewSession) => uuid),
    ...ofSession({ arrive, setLanguage }),
  },
  sql: arrivingSql,
}
