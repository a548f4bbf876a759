import type { AttemptBid } from '../../../schemas/desk/deliveries.ts'
import { show } from '../../operator/table/cells.ts'
import { ONE_LEAD } from './oneLeadScreen.ts'

/** Bid of a buyer for a lead, and whether it won; nothing outside an auction. */
export function BidWords({ auction, bid_cents }: AttemptBid) {
  return auction && <b>{ONE_LEAD.auction[auction](bid_cents === null ? '' : show(bid_cents, 'cents'))} </b>
}
