/** Personal data as a viewer sees it: enough to tell two visitors apart, not enough to find one. */

/** An address without its last part: `203.0.113.x`, `2001:db8:1:x`. IPv4 keeps 24 bits, IPv6 48. */
export function maskedIp(ip: string): string {
  if (ip.includes('.')) return ip.replace(/\.\d+$/, '.x')
  if (!ip.includes(':')) return ''
  const [head = ''] = ip.split('::')
  return `${head.split(':').slice(0, 3).join(':')}:x`
}
