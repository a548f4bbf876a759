import type { Buyer } from '../../../schemas/buyer/buyer.ts'

/** True if a buyer may send the visitors whose leads it buys to that page. */
export function maySendTo(
  { redirect_hosts = [] }: Buyer,
  { protocol, hostname, port, username }: URL,
): boolean {
  return protocol === 'https:' && port === '' && username === '' && redirect_hosts.includes(hostname)
}
