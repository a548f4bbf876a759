import type { SessionEvent } from './sessionTypes.ts'
import { command, flag, integer, one, query, run, text, together, type Rule } from '../../kernel/statement.ts'
import { certificatesOf, IN_HOURS, recount } from '../totals/hours.ts'
import type { Counted } from '../totals/tally.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { ofSession } from '../../kernel/writeScopes.ts'

/** A session as counting and selling need it. */
export interface SessionRow extends Counted {
  session: number
  forgotten: boolean
}

/** Throws if the session doesn't exist. */
export function* sessionRow(uuid: string): Rule<SessionRow> {
  const row = yield* one(countingSql.session, uuid)
  if (!row) throw new Error(`There is no session ${uuid}.`)
  return row
}

/** Row for writing personal data. Throws if the session was forgotten, because none of it may come back. */
export function* notErased(uuid: string): Rule<SessionRow> {
  const row = yield* sessionRow(uuid)
  if (row.forgotten) throw new Error(`The session ${uuid} was forgotten.`)
  return row
}

/** False if it was already tracked. */
function* track(context: WriteContext, uuid: string, event: SessionEvent): Rule<boolean> {
  const row = yield* sessionRow(uuid)
  const counted = count(context, row, event)
  return yield* event.kind === 'registration'
    ? recount(context, certificatesOf(row.session), counted)
    : counted
}

/** Counts an event once; a registration without its certificates. False if it was already counted. */
export function* count(
  { tally, payouts }: WriteContext,
  row: SessionRow,
  event: SessionEvent,
): Rule<boolean> {
  const offer = event.kind === 'impression' ? event.offer : ''
  const { session, version, channel } = row
  const changes = yield* run(
    countingSql.event,
    session,
    event.kind,
    offer,
    version,
    channel,
    event.at,
    FIRST_ARRIVAL,
  )
  if (changes === 1) tally.add(row, { offer, at: event.at }, ADDITIONS[event.kind])
  if (changes === 1 && event.kind === 'registration')
    payouts.add({ event: 'registration', click: row, offer: '', at: event.at })
  return changes === 1
}

/** The click that opened the session. */
export const FIRST_ARRIVAL = 0

/** Additions of an event to the totals. */
export const ADDITIONS = {
  page_visit: { page_visits: 1, sessions: 1 },
  visit: { visits: 1 },
  registration: { registrations: 1 },
  impression: { impressions: 1 },
} as const

const inHours = `CASE WHEN ${IN_HOURS} THEN 1 ELSE 0 END AS in_hours`

export const countingSql = {
  session: query(
    `SELECT session, version, channel, path, aff_id, sub1, language, forgotten, ${inHours}
     FROM sessions JOIN channels USING (channel) WHERE uuid = $1`,
    {
      session: integer,
      version: integer,
      channel: integer,
      path: text,
      aff_id: text,
      sub1: text,
      language: text,
      forgotten: flag,
      in_hours: flag,
    },
    together(
      { uuid: 'text' },
      (
        asked,
      ) => `SELECT caller, session, version, channel, path, aff_id, sub1, language, forgotten, ${inHours}
        FROM ${asked} JOIN sessions USING (uuid) JOIN channels USING (channel)`,
    ),
  ),
  event: command(
    `INSERT INTO events (session, kind, offer, version, channel, at, arrival) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT DO NOTHING`,
    together(
      {
        session: 'integer',
        kind: 'text',
        offer: 'text',
        version: 'integer',
        channel: 'integer',
        at: 'integer',
        arrival: 'integer',
      },
      (asked) => `WITH new AS (SELECT * FROM ${asked}), kept AS (
         INSERT INTO events (session, kind, offer, version, channel, at, arrival)
         SELECT session, kind, offer, version, channel, at, arrival FROM new
         ON CONFLICT DO NOTHING RETURNING session
       ) SELECT caller FROM new WHERE (session IN (SELECT session FROM kept)) IS TRUE`,
    ),
  ),
}

export const countingNoun = {
  writesInContext: ofSession({ track }),
  sql: countingSql,
}
