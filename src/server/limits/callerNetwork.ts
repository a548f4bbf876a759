/** Network of an address. A household or office has one IPv4 address, or the 2^64 addresses of an IPv6 network, however they are
 *  abbreviated. Callers without an address share one network. */
export function networkOf(ip: string): string {
  if (ip === '') return 'unnamed'
  if (ip.includes('.')) return ip
  const [front = [], back = []] = ip.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
