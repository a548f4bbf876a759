import type { DeliveryState } from '../../../../schemas/buyer/buyer.ts'
import type { HeldReason } from '../../../../schemas/buyer/limits.ts'
import { integer, integerOrNull, text, word, wordOrNull } from '../../kernel/statement.ts'

/** Columns of every list of deliveries. `table`: the outbox, or its alias. */
export const deliveryColumnsOf = (table: string) =>
  Object.keys(deliveryColumns)
    .map((column) => `${table}.${column} AS ${column}`)
    .join(', ')

export const deliveryColumns = {
  delivery: integer,
  offer: text,
  buyer: text,
  state: word<DeliveryState>(),
  attempts: integer,
  duplicate_of: integerOrNull,
  held: wordOrNull<HeldReason>(),
  due_at: integerOrNull,
  at: integer,
}
