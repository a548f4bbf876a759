/** The first segments of the server's own addresses: a site published there would be hidden by them. Source: design, section 4. */
const OWN: ReadonlySet<string> = new Set([
  'stats',
  'desk',
  'studio',
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
