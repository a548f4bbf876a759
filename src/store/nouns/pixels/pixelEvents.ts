import type { PixelEvent, PixelEventState, PixelMoment } from '../../../../schemas/outgoing/pixel.ts'
import { hasOptedOut } from '../privacy/optOuts.ts'
import { isSaleOver, leftOfSale } from '../../kernel/ledgerSql.ts'
import type { NewPixelEvent, PixelAttempt } from './pixelTypes.ts'
import { session as sessionRecord } from '../sessions/sessionRecords.ts'
import {
  command,
  flag,
  integer,
  integerOrNull,
  query,
  run,
  text,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import { dueEntries, listSql, ON_ITS_WAY, onItsWay, outboxRules, outboxSql } from '../../kernel/outboxes.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { pixelIds } from './pixelIds.ts'
import { ofEntries } from '../../kernel/writeScopes.ts'

/** Saves the events of a session for vendors, each once. `arrival`: the click that they count for, by default the newest. `dueAt`: time
 *  from which they may be sent, by default `at`. */
export function* keepPixelEvents(
  session: number,
  events: readonly NewPixelEvent[],
  {
    at,
    dueAt = at,
    sale = 0,
    arrival,
  }: { at: number; dueAt?: number; sale?: number; arrival?: number | undefined },
): Rule<void> {
  for (const { vendor, account, name, kind, offer, step } of events)
    yield* run(
      pixelSql.add,
      session,
      vendor,
      account,
      name,
      kind,
      offer,
      step,
      sale,
      arrival ?? null,
      at,
      dueAt,
    )
}

/** Makes the events of a sale due again that weren't sent, because it was reversed meanwhile. */
export function* reviveSaleEvents(sale: number, dueAt: number): Rule<void> {
  yield* run(pixelSql.revive, sale, dueAt)
}

/** Begins an attempt of a due event. Null if it isn't due, or no longer; if its visitor opted out or was forgotten, or its sale was
 *  returned, it ends as 'suppressed'. */
function* beginPixelEvent(
  context: WriteContext,
  entry: number,
  now: number,
  leaseMs?: number,
): Rule<PixelAttempt | null> {
  const row = yield* outbox.dueEntry(entry, now)
  if (!row) return null
  const { session: number, session_uuid, forgotten, returned, attempts, ...event } = row
  if (forgotten) return yield* outbox.suppress(entry, 'Not sent: the visitor was forgotten.')
  if (returned) return yield* outbox.suppress(entry, 'Not sent: the sale was returned.')
  const session = (yield* sessionRecord(session_uuid))!
  const given = session.steps.flatMap(({ answers }) => answers.map(({ raw_data }) => raw_data))
  if (yield* hasOptedOut(session_uuid, given))
    return yield* outbox.suppress(entry, 'Not sent: the visitor opted out.')
  yield* outbox.begin(context, entry, now, leaseMs)
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

/** Due events for one account of a vendor, longest waiting first. */
const duePixelEvents = (
  { vendor, account }: { vendor: string; account: string },
  now: number,
  limit: number,
): Rule<number[]> => dueEntries(pixelSql, now, limit, vendor, account)

/** Newest first; of one state, or of all. */
const pixelEvents = ({
  state,
  limit,
}: {
  state: PixelEventState | null
  limit: number
}): Rule<PixelEvent[]> => outbox.list({ state, limit })

const EVENTS = {
  table: 'pixel_events',
  key: 'entry',
  to: 'vendor = $4 AND account = $5',
  again: "state IN ('dead', 'refused')",
} as const

const pixelSql = {
  ...outboxSql(EVENTS),
  add: command(
    `INSERT INTO pixel_events
       (session, vendor, account, name, kind, offer, step, sale, arrival, state, attempts, under_way, due_at, at)
     SELECT session, $2, $3, $4, $5, $6, $7, $8,
       COALESCE(CAST($9 AS BIGINT), (SELECT COALESCE(MAX(arrival), 0) FROM arrivals WHERE session = $1)),
       'due', 0, 0, $11, $10
     FROM sessions WHERE session = $1 AND forgotten = 0
     ON CONFLICT DO NOTHING`,
  ),
  revive: command(
    "UPDATE pixel_events SET state = 'due', due_at = $2 WHERE sale = $1 AND state = 'suppressed'",
  ),
  entry: query(
    ({
      keepRows,
    }) => `SELECT pixel_events.session AS session, sessions.uuid AS session_uuid, forgotten, vendor, account,
       name, kind, pixel_events.offer AS offer, step, sale,
       ${leftOfSale('sales.source', 'sales.external_id')} AS cents,
       CASE WHEN sale > 0 AND ${isSaleOver('sales.source', 'sales.external_id')} THEN 1 ELSE 0 END AS returned,
       arrival, ${ON_ITS_WAY}, pixel_events.at AS at
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
      ...onItsWay<PixelEventState>(),
      at: integer,
    },
  ),
  list: listSql(EVENTS, {
    columns: {
      vendor: text,
      account: text,
      name: text,
      kind: word<PixelMoment>(),
      offer: text,
      step: text,
      state: word<PixelEventState>(),
    },
  }),
}

const outbox = outboxRules(pixelSql)

/** Events for a list of what goes out. */
export const listPixelEvents = outbox.list

export const pixelNoun = {
  writes: ofEntries('pixel_events', {
    endPixelEvent: outbox.end,
    replayPixelEvent: outbox.replay,
  }),
  writesInContext: ofEntries('pixel_events', { beginPixelEvent }),
  writesOfEach: ofEntries('pixel_events', {
    resumePixelEvents: outbox.resume,
  }),
  reads: { duePixelEvents, pixelEvents },
  sql: pixelSql,
}
