import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { duplicateWindowMs } from './limitsOf.ts'

/** True if a buyer may send the visitors whose leads it buys to that page. */
export function maySendTo(buyer: Buyer, { protocol, hostname, port, username }: URL): boolean {
  return (
    leadsToOwnPages(buyer) &&
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    (buyer.redirect_hosts ?? []).includes(hostname)
  )
}

/** True if a buyer may answer with a page for each visitor. We can't know such a page for a lead that we keep back as a duplicate, and its
 *  absence would reveal the earlier visit, so only a buyer that is sent every lead may have one. */
export function leadsToOwnPages(buyer: Buyer): boolean {
  return (buyer.redirect_hosts ?? []).length > 0 && duplicateWindowMs(buyer) === 0
}
