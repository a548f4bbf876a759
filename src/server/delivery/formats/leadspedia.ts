import { accepted, asForm, firstText, mapped, pinged, supplierOf, type Format } from './format.ts'

/** LeadsPedia post. */
export const leadspedia: Format = {
  ...asForm,
  members: (leadPost, buyer) => ({
    ...mapped(leadPost, buyer),
    ...(buyer.campaign_id && { lp_campaign_id: buyer.campaign_id }),
    ...(buyer.campaign_key && { lp_campaign_key: buyer.campaign_key }),
    ...supplierOf(leadPost, buyer, ({ id }) => ({ lp_s1: id })),
    ...pinged(leadPost),
    lp_response: 'JSON',
    ...(buyer.test && { lp_test: '1' }),
  }),
  read: ({ result, lead_id, price, redirect_url, msg, errors }) => {
    if (result === 'success') return accepted({ id: lead_id, price, redirect_url })
    if (result !== 'failed') return null
    const reason = firstText(msg, errors)
    return { kind: /duplicate/i.test(reason) ? 'duplicate' : 'rejected', reason }
  },
  needsCampaign: true,
  needsSuppliers: false,
  bidId: ({ ping_id }) => ping_id,
  hasPing: true,
  hasTest: true,
  local: {
    accept: ({ id, price }) => ({ result: 'success', lead_id: id, price, msg: 'Lead Accepted' }),
    reject: () => ({ result: 'failed', msg: 'Lead Rejected', errors: ['Outside the area we serve'] }),
    duplicate: () => ({ result: 'failed', msg: 'Duplicate Lead', errors: [] }),
  },
}
