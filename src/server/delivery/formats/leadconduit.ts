import { accepted, asJson, firstText, mappedWithLists, type Format } from './format.ts'

/** LeadConduit (ActiveProspect): the address contains flow and source, and ends in /submit or /ping. It answers 201 regardless of the
 *  outcome. Source: activeprospect/leadconduit-integration-default. */
export const leadconduit: Format = {
  ...asJson,
  members: mappedWithLists,
  read: ({ outcome, reason, lead, price, redirect_url }) => {
    const words = firstText(reason, outcome)
    if (outcome === 'success')
      return accepted({ id: idOf(lead), price: price === 0 ? null : price, redirect_url })
    if (outcome === 'failure')
      return { kind: /\bduplicate\b/i.test(words) ? 'duplicate' : 'rejected', reason: words }
    return outcome === 'error' ? { kind: 'error', reason: words } : null
  },
  // Its bids have no ID; it recognizes the lead by its fields.
  bidId: () => null,
  needsCampaign: false,
  needsSuppliers: false,
  hasPing: true,
  hasTest: false,
  local: {
    accept: ({ id, price }) => ({ outcome: 'success', lead: { id }, price: Number(price) }),
    reject: () => ({ outcome: 'failure', reason: 'Outside the area we serve', price: 0 }),
    duplicate: () => ({ outcome: 'failure', reason: 'duplicate', price: 0 }),
  },
}

function idOf(lead: unknown): unknown {
  return typeof lead === 'object' && lead !== null && 'id' in lead ? lead.id : undefined
}
