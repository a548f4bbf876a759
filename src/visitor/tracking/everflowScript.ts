import type { Query } from '../../../schemas/kernel/session.ts'
import { addScript, type Tracker } from './tracker.ts'

declare global {
  interface Window {
    EF?: { click?: (click: Record<string, unknown>) => PromiseLike<unknown> }
  }
}

/** Everflow: reports the click that led here, and gets its transaction ID. `query` is the arrival's, with an offer and an affiliate. A
 *  click that fails resolves to ''. Source: developers.everflow.io, "Click tracking". */
export function everflow(script: string, query: Query): Tracker {
  return {
    id: 'ef_transaction_id',
    start: (found) => {
      addScript(script, () => void window.EF?.click?.(clickOf(query)).then(found, console.warn))
    },
    look: () => query['_ef_transaction_id'],
    idOf: (value) => (/^[\w-]{8,64}$/.test(value) ? value : null),
  }
}

function clickOf(query: Query): Record<string, unknown> {
  const { oid, affid, _ef_transaction_id } = query
  return {
    offer_id: oid,
    affiliate_id: affid,
    ...(_ef_transaction_id && { transaction_id: _ef_transaction_id }),
    ...pick(query, (name) => PASSED_ON.test(name)),
    parameters: pick(query, (name) => name.startsWith('utm_')),
  }
}

/** Parameters that Everflow knows by name. */
const PASSED_ON =
  /^(sub([1-9]|10)|adv([1-9]|10)|source_id|uid|creative_id|coupon_code|fbclid|gclid|ttclid|sccid)$/

function pick(query: Query, wanted: (name: string) => boolean): Query {
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => value !== '' && wanted(name)))
}
