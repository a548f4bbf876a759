import type { Load } from '../storeState.ts'
import { all, flag, integer, integerOrNull, only, query, word, type Rule } from '../statement.ts'

/** What is on its way, or waits. */
export function* backlog(): Rule<Omit<Load, 'writes' | 'bytes'>> {
  const rows = yield* all(backlogSql.deliveries)
  const row = (state: 'due' | 'dead', isUnderWay: boolean) =>
    rows.find((row) => row.state === state && row.under_way === isUnderWay)
  const [due, underWay, dead] = [row('due', false), row('due', true), row('dead', false)]
  const oldest = Math.min(due?.since ?? Infinity, underWay?.since ?? Infinity)
  const mails = (yield* all(backlogSql.mails)).map(({ state, n }) => [state, n])
  const pixelEvents = (yield* all(backlogSql.pixelEvents)).map(({ state, n }) => [state, n])
  const webhookMessages = (yield* all(backlogSql.webhookMessages)).map(({ state, n }) => [state, n])
  return {
    deliveries: {
      due: due?.deliveries ?? 0,
      underWay: underWay?.deliveries ?? 0,
      dead: dead?.deliveries ?? 0,
    },
    unbooked: {
      waiting: (yield* only(backlogSql.unbooked, 'waiting')).n,
      conflict: (yield* only(backlogSql.unbooked, 'conflict')).n,
    },
    mails: { due: 0, refused: 0, dead: 0, ...Object.fromEntries(mails) },
    pixelEvents: { due: 0, refused: 0, dead: 0, ...Object.fromEntries(pixelEvents) },
    webhookMessages: { due: 0, dead: 0, ...Object.fromEntries(webhookMessages) },
    // What waits for its buyer to take leads again is not late.
    oldestLeadAt: oldest === Infinity ? null : oldest,
  }
}

export const backlogSql = {
  deliveries: query(
    ({ useIndex }) =>
      `SELECT state, under_way, COUNT(*) AS deliveries,
         MIN(CASE WHEN held IS NULL THEN at END) AS since
       FROM outbox ${useIndex('outbox_open')} WHERE state IN ('due', 'dead') GROUP BY state, under_way`,
    { state: word<'due' | 'dead'>(), under_way: flag, deliveries: integer, since: integerOrNull },
  ),
  unbooked: query('SELECT COUNT(*) AS n FROM unbooked WHERE state = $1', { n: integer }),
  mails: query(
    ({ useIndex }) =>
      `SELECT state, COUNT(*) AS n FROM mails ${useIndex('mails_open')}
       WHERE state IN ('due', 'refused', 'dead') GROUP BY state`,
    { state: word<'due' | 'refused' | 'dead'>(), n: integer },
  ),
  pixelEvents: query(
    ({ useIndex }) =>
      `SELECT state, COUNT(*) AS n FROM pixel_events ${useIndex('pixel_events_open')}
       WHERE state IN ('due', 'refused', 'dead') GROUP BY state`,
    { state: word<'due' | 'refused' | 'dead'>(), n: integer },
  ),
  webhookMessages: query(
    ({ useIndex }) =>
      `SELECT state, COUNT(*) AS n FROM webhook_messages ${useIndex('webhook_messages_open')}
       WHERE state IN ('due', 'dead') GROUP BY state`,
    { state: word<'due' | 'dead'>(), n: integer },
  ),
}
