import { accepted, asJson, firstText, mapped, pinged, supplierOf, type Format } from './format.ts'

/** LeadProsper direct post. */
export const leadprosper: Format = {
  ...asJson,
  members: (leadPost, buyer) => ({
    ...mapped(leadPost, buyer),
    ...(buyer.campaign_id && { lp_campaign_id: buyer.campaign_id }),
    ...supplierOf(leadPost, buyer, ({ id, key }) => ({ lp_supplier_id: id, lp_key: key })),
    ...pinged(leadPost),
    ...(buyer.test && { lp_action: 'test' }),
  }),
  read: ({ code, status, id, lead_id, message, price, payout, redirect_url }) => {
    if (code === 0 || status === 'ACCEPTED')
      return accepted({ id: id ?? lead_id, price: price ?? payout, redirect_url })
    const reason = firstText(message, status, code)
    if (code === 1008 || code === 1049 || status === 'DUPLICATED') return { kind: 'duplicate', reason }
    return status === undefined && code === undefined ? null : { kind: 'rejected', reason }
  },
  needsCampaign: true,
  needsSuppliers: true,
  bidId: ({ ping_id }) => ping_id,
  hasPing: true,
  hasTest: true,
  local: {
    accept: ({ id, price }) => ({ code: 0, status: 'ACCEPTED', id, price: Number(price) }),
    reject: () => ({ code: 1013, status: 'ERROR', message: 'Outside the area we serve' }),
    duplicate: () => ({ code: 1008, status: 'DUPLICATED', message: 'Seen before' }),
  },
}
