import type { DeliveryState } from '../../../../schemas/buyer/buyer.ts'
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
} from '../../kernel/statement.ts'
import type { HeldReason } from '../../../../schemas/buyer/limits.ts'
import { moveSql, setSql } from '../../kernel/deliveryLife.ts'

/** Sharing of a lead among buyers: how many get it in total, and who is asked first. This is checked in the transaction that begins an
 *  attempt for one of them. These run one after another for each lead, whichever process asks, so no lead is sold beyond its shares. */

interface OneOfSeveral {
  delivery: number
  session: number
  offer: string
}

/** Tells if another buyer has the lead: for good, until that buyer answers, or until an operator finds out if it bought it. Null if the
 *  lead is free. */
export function* whyTaken(
  { delivery, session, offer }: OneOfSeveral,
  shares = Infinity,
  before: readonly string[] = [],
): Rule<'taken' | 'waits' | 'doubted' | null> {
  const others = yield* all(shareSql.others, session, offer, delivery)
  const isFree = (having: typeof others) =>
    having.length + 1 <= Math.min(shares, ...having.map((other) => other.shares ?? Infinity))
  const placed = others.filter(({ state, placed_at }) => state === 'accepted' || placed_at !== null)
  const ended = placed.filter(({ state }) => state !== 'due')
  if (!isFree(ended.filter(({ unsure }) => !unsure))) return 'taken'
  if (!isFree(ended)) return 'doubted'
  if (!isFree(placed)) return 'waits'
  // A buyer with priority that hasn't been asked yet. One that was asked, and will be again, makes no one wait.
  const isNext = others.some(
    ({ buyer, state, attempts, under_way, held }) =>
      before.includes(buyer) &&
      state === 'due' &&
      (under_way || (attempts === 0 && (held === null || held === 'taken'))),
  )
  return isNext ? 'waits' : null
}

/** Makes a lead's deliveries due that wait for another buyer. */
export function* wakeOthers({ session, offer }: OneOfSeveral, now: number): Rule<void> {
  yield* change(shareSql.wake, now, session, offer)
}

const roomMade = moveSql('roomMade', { due_at: '$1' })

export const shareSql = {
  others: query(
    `SELECT buyer, state, attempts, under_way, held, placed_at, unsure, shares FROM outbox
     WHERE session = $1 AND offer = $2 AND delivery <> $3`,
    {
      buyer: text,
      state: word<DeliveryState>(),
      attempts: integer,
      under_way: flag,
      held: wordOrNull<HeldReason>(),
      placed_at: integerOrNull,
      unsure: flag,
      shares: integerOrNull,
    },
  ),
  wake: command(
    `UPDATE outbox SET ${setSql(roomMade.assignments)}
     WHERE session = $2 AND offer = $3 AND held = 'taken' AND ${roomMade.condition}`,
  ),
}
