import { mapped, type Format } from './format.ts'

/** A lead by email, for buyers without a system of their own. The mail server's answer decides, so nothing is read. */
export const email: Format = {
  contentType: 'text/plain; charset=utf-8',
  encode: (members) =>
    Object.entries(members)
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join('\n'),
  members: (leadPost, buyer) => ({ ...mapped(leadPost, buyer), ...(buyer.test && { test: 'yes' }) }),
  read: () => null,
  needsCampaign: false,
  needsSuppliers: false,
  bidId: () => null,
  hasPing: false,
  hasTest: true,
  local: { accept: () => ({}), reject: () => ({}), duplicate: () => ({}) },
}
