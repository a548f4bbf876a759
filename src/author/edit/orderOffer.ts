import type { Edit } from 'jsonc-parser'
import { list, valueAt } from '../complete/shapes.ts'
import type { ReadText } from '../forms/readText.ts'
import { editsToInsert } from '../forms/textEdits.ts'
import { goesOn } from './stepsOf.ts'

/** Edits that add a new offer to `offer_order`: before the last one if that ends the flow, else after it. None if it is listed already,
 *  or the flow has no order. */
export function orderOffer(read: ReadText, offer: string): Edit[] {
  const order = valueAt(read.document, ['offer_order'])
  if (!Array.isArray(order) || order.includes(offer)) return []
  const steps = list(valueAt(read.document, ['ui_config', 'offers', String(order.at(-1)), 'steps']))
  const isEnd = steps.length > 0 && !steps.some(goesOn)
  return editsToInsert(read, ['offer_order'], { index: order.length - (isEnd ? 1 : 0), value: offer })
}
