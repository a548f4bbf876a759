import type { Edit } from 'jsonc-parser'
import { list, valueAt } from '../complete/shapes.ts'
import type { ReadText } from '../forms/readText.ts'
import { editsToInsert } from '../forms/textEdits.ts'
import { goesOn } from './stepsOf.ts'

/** The changes that put a new offer into the order in which visitors come by offers: before the last, where that ends the flow, else
 *  behind it. None where it is there, or no order is. */
export function orderOffer(read: ReadText, offer: string): Edit[] {
  const order = valueAt(read.document, ['offer_order'])
  if (!Array.isArray(order) || order.includes(offer)) return []
  const steps = list(valueAt(read.document, ['ui_config', 'offers', String(order.at(-1)), 'steps']))
  const isEnd = steps.length > 0 && !steps.some(goesOn)
  return editsToInsert(read, ['offer_order'], { index: order.length - (isEnd ? 1 : 0), value: offer })
}
