import type { PixelEvent, PixelEventState, PixelMoment } from '../../../../schemas/outgoing/pixel.ts'
import { hasOptedOut } from '../privacy/optOuts.ts'
import type { NewPixelEvent, PixelAttempt, PixelEnd } from './pixelTypes.ts'
import { session as sessionRecord } from '../sessions/sessionRecords.ts'
import {
  all,
  command,
  flag,
  integer,
  integerOrNull,
  one,
  query,
  run,
  text,
  textOrNull,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import { LEASE_MS } from '../../kernel/leases.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import {
  dueSql,
  endLease,
  isDue,
  lapsedEntries,
  latestDue,
  leaseSql,
  resumeEntry,
} from '../../kernel/leases.ts'
import { pixelIds } from './pixelIds.ts'
import { ofEntries } from '../../kernel/writeScopes.ts'

/** Saves the events of a session for vendors, each once. `arrival`: the click that they count for, by default the newest. */
export function* keepPixelEvents(
  session: number,
  events: readonly NewPixelEvent[],
  { at, sale = 0, arrival }: { at: number; sale?: number; arrival?: number | undefined },
): Rule<void> {
  for (const { vendor, account, name, kind, offer, step } of events)
    yield* run(pixelSql.add, session, vendor, account, name, kind, offer, step, sale, arrival ?? null, at)
}

/** Begins an attempt of a due event. Null if it isn't due, or no longer; if its visitor opted out or was forgotten, or its sale was
 *  returned, it ends as 'suppressed'. */
function* beginPixelEvent(
  context: WriteContext,
  entry: number,
  now: number,
  leaseMs = LEASE_MS,
): Rule<PixelAttempt | null> {
  const row = yield* one(pixelSql.event, entry)
  if (!row || !isDue(row, now)) return null
  const { session: number, session_uuid, forgotten, returned, attempts, ...event } = row
  if (forgotten) return yield* suppress(entry, 'Not sent: the visitor was forgotten.')
  if (returned) return yield* suppress(entry, 'Not sent: the sale was returned.')
  const session = (yield* sessionRecord(session_uuid))!
  const given = session.steps.flatMap(({ answers }) => answers.map(({ raw_data }) => raw_data))
  if (yield* hasOptedOut(session_uuid, given))
    return yield* suppress(entry, 'Not sent: the visitor opted out.')
  yield* run(pixelSql.begin, entry, now, leaseMs, context.process())
  const { vendor, account, name, kind, offer, step, sale, cents, arrival, at } = event
  return {
    vendor,
    account,
    name,
    kind,
    offer,
    step,
    sale,
    cents,
    arrival,
    at,
    attempt: attempts + 1,
    session,
    ids: yield* pixelIds(number),
  }
}

function* suppress(entry: number, reason: string): Rule<null> {
  yield* run(pixelSql.end, 'suppressed', null, reason, entry)
  return null
}

/** Records the result of an event in flight. */
function* endPixelEvent(entry: number, attempt: number, end: PixelEnd): Rule<void> {
  const row = yield* one(pixelSql.event, entry)
  if (!row || attempt > row.attempts)
    throw new Error(`No attempt ${attempt} of the pixel event ${entry} is under way.`)
  yield* endLease(pixelSql, { entry, row, attempt }, end)
}

/** False if the event doesn't exist, is already due, was sent or must not be. */
function* replayPixelEvent(entry: number, now: number): Rule<boolean> {
  return (yield* run(pixelSql.replay, now, entry)) === 1
}

const lapsedPixelEvents = (now: number, isAlone: boolean) => lapsedEntries(pixelSql, now, isAlone)

const resumePixelEvent = (entry: number, now: number, isAlone: boolean) =>
  resumeEntry(pixelSql, entry, now, isAlone)

/** Due events for one account of a vendor, longest waiting first. */
function* duePixelEvents(
  { vendor, account }: { vendor: string; account: string },
  now: number,
  limit: number,
): Rule<number[]> {
  const rows = yield* all(pixelSql.due, vendor, account, now, limit, latestDue(now))
  return rows.map(({ entry }) => entry)
}

/** Newest first; of one state, or of all. */
const pixelEvents = ({
  state,
  limit,
}: {
  state: PixelEventState | null
  limit: number
}): Rule<PixelEvent[]> => all(pixelSql.newest, state, limit)

const pixelSql = {
  ...leaseSql({ table: 'pixel_events', key: 'entry' }),
  add: command(
    `INSERT INTO pixel_events
       (session, vendor, account, name, kind, offer, step, sale, arrival, state, attempts, under_way, due_at, at)
     SELECT session, $2, $3, $4, $5, $6, $7, $8,
       COALESCE(CAST($9 AS BIGINT), (SELECT COALESCE(MAX(arrival), 0) FROM arrivals WHERE session = $1)),
       'due', 0, 0, $10, $10
     FROM sessions WHERE session = $1 AND forgotten = 0
     ON CONFLICT DO NOTHING`,
  ),
  event: query(
    ({
      keepRows,
    }) => `SELECT pixel_events.session AS session, sessions.uuid AS session_uuid, forgotten, vendor, account,
       name, kind, pixel_events.offer AS offer, step, sale, sales.cents AS cents,
       CASE WHEN EXISTS (SELECT 1 FROM sales AS back
         WHERE back.source = sales.source AND back.external_id = sales.external_id AND back.sold = -1)
         THEN 1 ELSE 0 END AS returned,
       arrival, state, attempts, under_way, due_at, pixel_events.at AS at
     FROM pixel_events JOIN sessions ON sessions.session = pixel_events.session
       LEFT JOIN sales ON sales.entry = pixel_events.sale
     WHERE pixel_events.entry = $1 ${keepRows('pixel_events')}`,
    {
      session: integer,
      session_uuid: text,
      forgotten: flag,
      vendor: text,
      account: text,
      name: text,
      kind: word<PixelMoment>(),
      offer: text,
      step: text,
      sale: integer,
      cents: integerOrNull,
      returned: flag,
      arrival: integer,
      state: word<PixelEventState>(),
      attempts: integer,
      under_way: flag,
      due_at: integerOrNull,
      at: integer,
    },
  ),
  replay: command(
    `UPDATE pixel_events SET state = 'due', due_at = $1
     WHERE entry = $2 AND state IN ('dead', 'refused') AND under_way = 0`,
  ),
  due: query(
    `SELECT entry FROM pixel_events
     WHERE vendor = $1 AND account = $2 AND ${dueSql('$3', '$5')}
     ORDER BY due_at, entry LIMIT $4`,
    { entry: integer },
  ),
  newest: query(
    `SELECT entry, sessions.uuid AS session_uuid, vendor, account, name, kind, offer, step, state, attempts, due_at,
       pixel_events.at AS at, message AS last
     FROM pixel_events JOIN sessions ON sessions.session = pixel_events.session
     WHERE state = $1 OR $1 IS NULL ORDER BY entry DESC LIMIT $2`,
    {
      entry: integer,
      session_uuid: text,
      vendor: text,
      account: text,
      name: text,
      kind: word<PixelMoment>(),
      offer: text,
      step: text,
      state: word<PixelEventState>(),
      attempts: integer,
      due_at: integerOrNull,
      at: integer,
      last: textOrNull,
    },
  ),
}

export const pixelNoun = {
  writes: ofEntries('pixel_events', { endPixelEvent, replayPixelEvent }),
  writesInContext: ofEntries('pixel_events', { beginPixelEvent }),
  writesOfEach: ofEntries('pixel_events', {
    /** Like `resumeDeliveries`. */
    resumePixelEvents: { find: lapsedPixelEvents, change: resumePixelEvent },
  }),
  reads: { duePixelEvents, pixelEvents },
  sql: pixelSql,
}
