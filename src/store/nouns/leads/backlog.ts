import { leaseEndedSql } from '../../kernel/leases.ts'
import { presenceSql } from '../../kernel/presences.ts'
import type { Load } from '../../kernel/storeState.ts'
import { all, flag, integer, integerOrNull, only, query, word, type Rule } from '../../kernel/statement.ts'

/** Entries in flight or waiting. `now`: epoch ms, for a database without a clock. */
export function* backlog(now: number): Rule<Omit<Load, 'writes' | 'bytes' | 'postgres'>> {
  const rows = yield* all(backlogSql.deliveries)
  const row = (state: 'due' | 'dead', isUnderWay: boolean) =>
    rows.find((row) => row.state === state && row.under_way === isUnderWay)
  const [due, underWay, dead] = [row('due', false), row('due', true), row('dead', false)]
  const oldestLead = Math.min(due?.since ?? Infinity, underWay?.since ?? Infinity)
  const mails = (yield* all(backlogSql.mails)).map(({ state, n }) => [state, n])
  const pixelEvents = (yield* all(backlogSql.pixelEvents)).map(({ state, n }) => [state, n])
  const webhookMessages = (yield* all(backlogSql.webhookMessages)).map(({ state, n }) => [state, n])
  const postbacks = (yield* all(backlogSql.postbacks)).map(({ state, n }) => [state, n])
  return {
    deliveries: {
      due: due?.deliveries ?? 0,
      underWay: underWay?.deliveries ?? 0,
      dead: dead?.deliveries ?? 0,
    },
    unbooked: {
      waiting: (yield* only(backlogSql.unbooked, 'waiting')).n,
      conflict:
        (yield* only(backlogSql.unbooked, 'conflict')).n + (yield* only(backlogSql.unbooked, 'far_off')).n,
      probable: (yield* only(backlogSql.unbooked, 'probable')).n,
      stated: (yield* only(backlogSql.unbooked, 'stated')).n,
    },
    mails: { due: 0, refused: 0, dead: 0, ...Object.fromEntries(mails) },
    pixelEvents: { due: 0, refused: 0, dead: 0, ...Object.fromEntries(pixelEvents) },
    webhookMessages: { due: 0, dead: 0, ...Object.fromEntries(webhookMessages) },
    postbacks: { due: 0, dead: 0, ...Object.fromEntries(postbacks) },
    oldest: {
      // A lead that waits for its buyer to take leads again isn't late.
      deliveries: oldestLead === Infinity ? null : oldestLead,
      mails: (yield* only(backlogSql.oldestMail)).at,
      pixelEvents: (yield* only(backlogSql.oldestPixelEvent)).at,
      webhookMessages: (yield* only(backlogSql.oldestWebhookMessage)).at,
      postbacks: (yield* only(backlogSql.oldestPostback)).at,
    },
    leases: yield* leases(now),
    silentMs: (yield* only(presenceSql.silence, now)).ms,
    backedUpAt: (yield* only(backlogSql.lastBackup)).at,
  }
}

function* leases(now: number): Rule<Load['leases']> {
  const sum = { open: 0, ended: 0 }
  for (const statement of [
    backlogSql.deliveryLeases,
    backlogSql.mailLeases,
    backlogSql.pixelLeases,
    backlogSql.webhookLeases,
    backlogSql.postbackLeases,
  ]) {
    const { open, ended } = yield* only(statement, now)
    sum.open += open
    sum.ended += ended
  }
  return sum
}

/** Conditions of the indexes of open entries. SQLite uses such an index only if the query repeats its condition word for word. */
const UNSENT = "state IN ('due', 'refused', 'dead')"
const MESSAGES_OPEN = "state IN ('due', 'dead')"

/** Number of open entries of `table` by state. */
const openByState = <State extends string>(table: string, open: string) =>
  query(
    ({ useIndex }) =>
      `SELECT state, COUNT(*) AS n FROM ${table} ${useIndex(`${table}_open`)} WHERE ${open} GROUP BY state`,
    { state: word<State>(), n: integer },
  )

/** Time when the oldest entry of `table` that waits to be sent was made. */
const oldestDue = (table: string, open: string) =>
  query(
    ({ useIndex }) =>
      `SELECT MIN(at) AS at FROM ${table} ${useIndex(`${table}_open`)} WHERE ${open} AND state = 'due'`,
    { at: integerOrNull },
  )

/** Number of entries of `table` that `underWay` finds, and of those whose lease has ended. */
const leasesOf = (table: string, index: string, underWay: string) =>
  query(
    ({ useIndex, clockMs }) =>
      `SELECT COUNT(*) AS open, COALESCE(SUM(CASE WHEN ${leaseEndedSql(clockMs('$1'), '0')} THEN 1 ELSE 0 END), 0) AS ended
       FROM ${table} ${useIndex(index)} WHERE ${underWay}`,
    { open: integer, ended: integer },
  )

export const backlogSql = {
  deliveries: query(
    ({ useIndex }) =>
      `SELECT state, under_way, COUNT(*) AS deliveries,
         MIN(CASE WHEN held IS NULL THEN at END) AS since
       FROM outbox ${useIndex('outbox_open')} WHERE state IN ('due', 'dead') GROUP BY state, under_way`,
    { state: word<'due' | 'dead'>(), under_way: flag, deliveries: integer, since: integerOrNull },
  ),
  unbooked: query('SELECT COUNT(*) AS n FROM unbooked WHERE state = $1', { n: integer }),
  mails: openByState<'due' | 'refused' | 'dead'>('mails', UNSENT),
  pixelEvents: openByState<'due' | 'refused' | 'dead'>('pixel_events', UNSENT),
  webhookMessages: openByState<'due' | 'dead'>('webhook_messages', MESSAGES_OPEN),
  postbacks: openByState<'due' | 'dead'>('postback_messages', MESSAGES_OPEN),
  oldestMail: oldestDue('mails', UNSENT),
  oldestPixelEvent: oldestDue('pixel_events', UNSENT),
  oldestWebhookMessage: oldestDue('webhook_messages', MESSAGES_OPEN),
  oldestPostback: oldestDue('postback_messages', MESSAGES_OPEN),
  deliveryLeases: leasesOf('outbox', 'outbox_under_way', 'under_way = 1'),
  mailLeases: leasesOf('mails', 'mails_open', `${UNSENT} AND under_way = 1`),
  pixelLeases: leasesOf('pixel_events', 'pixel_events_under_way', 'under_way = 1'),
  webhookLeases: leasesOf('webhook_messages', 'webhook_messages_under_way', 'under_way = 1'),
  postbackLeases: leasesOf('postback_messages', 'postback_messages_under_way', 'under_way = 1'),
  lastBackup: query('SELECT MAX(at) AS at FROM backups', { at: integerOrNull }),
}
