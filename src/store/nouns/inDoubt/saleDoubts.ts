import { change, command, type Rule } from '../../kernel/statement.ts'

/** Sales that a buyer probably made without our hearing of it. Each has an entry among the unbooked reports while its delivery is in doubt,
 *  until an operator settles it or the buyer's answer comes after all. */

/** Keeps an entry for a delivery in doubt. Its amount is the bid that was taken, else `expectedCents`, else what the buyer usually pays for
 *  this offer and site, else what was reserved. */
export function* keepDoubt(delivery: number, expectedCents: number | null): Rule<void> {
  yield* change(doubtSql.keep, delivery, expectedCents)
}

/** Keeps entries for deliveries that a change of several at once brought into doubt. `sessions`: a JSON list. */
export function* keepDoubtsOf(sessions: string): Rule<void> {
  yield* change(doubtSql.keepOfSessions, sessions, null)
}

/** Drops the entry of a delivery that is no longer in doubt. */
export function* dropDoubt(delivery: number): Rule<void> {
  yield* change(doubtSql.drop, delivery)
}

/** Usual price of a row of the outbox: the average of its buyer's last 50 sales of that offer on that site within 30 days. */
const USUAL = `(SELECT CAST(ROUND(AVG(cents)) AS BIGINT) FROM (
    SELECT sales.cents AS cents FROM sales
    WHERE sales.path = (SELECT path FROM sessions JOIN channels ON channels.channel = sessions.channel
        WHERE sessions.session = outbox.session)
      AND sales.at >= outbox.at - 2592000000 AND sales.source = outbox.buyer AND sales.offer = outbox.offer
      AND sold = 1
    ORDER BY sales.at DESC LIMIT 50) AS latest)`

const EXPECTED = `COALESCE(
    (SELECT MAX(bid_cents) FROM attempts WHERE attempts.delivery = outbox.delivery AND auction = 'won'),
    CAST($2 AS BIGINT), ${USUAL}, NULLIF(placed_cents, 0))`

const keepWhere = (condition: string) => `INSERT INTO unbooked
    (state, source, external_id, delivery, returned, session, offer, cents, reason, at, ours_cents, stake_cents)
  SELECT 'probable', buyer, external_id, delivery, 0, session, offer, NULL,
    'The buyer may have bought the lead, and its answer was lost.', tried_at, expected, expected
  FROM (SELECT outbox.*, ${EXPECTED} AS expected,
      COALESCE((SELECT MAX(attempts.at) FROM attempts WHERE attempts.delivery = outbox.delivery), outbox.at) AS tried_at
    FROM outbox
    WHERE ${condition} AND unsure = 1 AND under_way = 0 AND state IN ('dead', 'suppressed')) AS doubtful
  WHERE NOT EXISTS (SELECT 1 FROM unbooked AS known
    WHERE known.delivery = doubtful.delivery AND known.state = 'probable')`

export const doubtSql = {
  keep: command(keepWhere('delivery = $1')),
  keepOfSessions: command(({ numbersIn }) => keepWhere(`session IN ${numbersIn('$1')}`)),
  drop: command("DELETE FROM unbooked WHERE delivery = $1 AND state = 'probable'"),
}
