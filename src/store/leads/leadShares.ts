import type { DeliveryState } from '../../../schemas/buyer.ts'
import {
  all,
  change,
  command,
  flag,
  integer,
  integerOrNull,
  query,
  text,
  word,
  wordOrNull,
  type Rule,
} from '../statement.ts'
import type { HeldReason } from '../../../schemas/buyer/limits.ts'

/** With whom a buyer shares a lead: how many get it in all, and who is asked before. These are looked at in the transaction that takes
 *  the lead up for one of them, and those of one lead run one after the other, whatever process asks: so no lead is sold beyond its
 *  shares. */

interface OneOfSeveral {
  delivery: number
  session: number
  offer: string
}

/** Whether the lead is another's: for good, or as long as it is not known whether that one takes it. Null when it is free. */
export function* whyTaken(
  { delivery, session, offer }: OneOfSeveral,
  shares = Infinity,
  before: readonly string[] = [],
): Rule<'taken' | 'waits' | null> {
  const others = yield* all(shareSql.others, session, offer, delivery)
  const isFree = (having: typeof others) =>
    having.length + 1 <= Math.min(shares, ...having.map((other) => other.shares ?? Infinity))
  const placed = others.filter(({ state, placed_at }) => state === 'accepted' || placed_at !== null)
  // One that was given up while it may have been bought stays so.
  if (!isFree(placed.filter(({ state }) => state !== 'due'))) return 'taken'
  if (!isFree(placed)) return 'waits'
  // Who is asked before, and has not been. One that was, and is to be asked again, keeps nobody waiting.
  const isNext = others.some(
    ({ buyer, state, attempts, under_way, held }) =>
      before.includes(buyer) &&
      state === 'due' &&
      (under_way || (attempts === 0 && (held === null || held === 'taken'))),
  )
  return isNext ? 'waits' : null
}

/** Those of a lead's buyers who wait for another are looked at again. */
export function* wakeOthers({ session, offer }: OneOfSeveral, now: number): Rule<void> {
  yield* change(shareSql.wake, now, session, offer)
}

export const shareSql = {
  others: query(
    `SELECT buyer, state, attempts, under_way, held, placed_at, shares FROM outbox
     WHERE session = $1 AND offer = $2 AND delivery <> $3`,
    {
      buyer: text,
      state: word<DeliveryState>(),
      attempts: integer,
      under_way: flag,
      held: wordOrNull<HeldReason>(),
      placed_at: integerOrNull,
      shares: integerOrNull,
    },
  ),
  wake: command(
    `UPDATE outbox SET due_at = $1
     WHERE session = $2 AND offer = $3 AND state = 'due' AND held = 'taken' AND under_way = 0`,
  ),
}
