import { accepted, asForm, asJson, firstText, mapped, type Format } from './format.ts'

/** Format for buyers without one of their own: {result: accepted | duplicate | rejected, id, price, reason}. */
const plain = {
  members: mapped,
  read: ({ result, id, price, redirect_url, reason }) => {
    if (result === 'accepted') return accepted({ id, price, redirect_url })
    return result === 'duplicate' || result === 'rejected'
      ? { kind: result, reason: firstText(reason, result) }
      : null
  },
  needsCampaign: false,
  needsSuppliers: false,
  bidId: () => undefined,
  hasPing: false,
  hasTest: true,
  local: {
    accept: (sale) => ({ result: 'accepted', ...sale }),
    reject: () => ({ result: 'rejected', reason: 'Outside the area we serve' }),
    duplicate: () => ({ result: 'duplicate', reason: 'Seen before' }),
  },
} satisfies Partial<Format>

export const json: Format = { ...asJson, ...plain }
export const form: Format = { ...asForm, ...plain }
