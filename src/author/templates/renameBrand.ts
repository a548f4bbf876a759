/** Flow under another brand: wherever its texts have the site's name. The names of its company and of its buyers stay, as they are those
 *  of others. */
export function renameBrand(flow: unknown, name: string): unknown {
  const { site, buyers } = (flow as Parts | null)?.ui_config ?? {}
  const old = site?.name
  if (typeof old !== 'string' || old === '' || old === name) return flow
  const kept = [site?.company?.name, ...Object.values(buyers ?? {}).map((buyer) => buyer?.name)]
  const names = kept.filter((one) => typeof one === 'string' && one.includes(old) && one !== old) as string[]
  // The longest first, so that a name within another one is not found in it.
  const pattern = [...names.sort((a, b) => b.length - a.length), old]
    .map((one) => one.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|')
  const brand = RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu')
  const renamed = (text: string) => text.replace(brand, (found) => (found === old ? name : found))
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return renamed(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [renamed(key), walk(each)]))
  }
  return walk(flow)
}

/** Parts that have names, in a text that need not be a valid flow. */
interface Parts {
  ui_config?: {
    site?: { name?: unknown; company?: { name?: unknown } }
    buyers?: Record<string, { name?: unknown } | null>
  }
}
