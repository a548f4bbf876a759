/** First segments of the server's own addresses, which would hide a site published there. Source: design, section 4. */
const OWN: ReadonlySet<string> = new Set([
  'stats',
  'desk',
  'studio',
  'docs',
  'api',
  'webhook',
  'main',
  'legal',
  'healthz',
  'readyz',
  'metrics',
])

export function isOwnAddress(path: string): boolean {
  return OWN.has(path)
}
