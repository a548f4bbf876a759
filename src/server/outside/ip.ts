import { BlockList, isIP } from 'node:net'
import { get } from '../kernel/outbound.ts'
import { isLoopback } from '../kernel/addresses.ts'
import type { Settings } from '../settings/settings.ts'
import type { Check } from './checked.ts'

/** Makes the IP address check for these settings. It tells if an address is public, and fills in the public address to use for it. A
 *  private address is replaced by our network's public one. The configured services are asked for it in turn, each if the one before
 *  doesn't answer in time or with an address. If there are none, or all are down, the address stays as it is. `now`: epoch ms. Source:
 *  spec, section 7 "public IP service", section 8 "IP lookup failure". */
export function ipCheckOf({ ipLookup }: Pick<Settings, 'ipLookup'>, now: () => number): Check {
  let last = { atMs: -Infinity, keptMs: 0, ours: Promise.resolve<string | null>(null) }
  const ours = () => {
    // The clock may have been set back.
    if (Math.abs(now() - last.atMs) < last.keptMs) return last.ours
    const asking = { atMs: now(), keptMs: KEPT_MS, ours: firstOf(ipLookup) }
    last = asking
    void asking.ours.then((found) => {
      if (found === null) asking.keptMs = AWAY_MS
    })
    return asking.ours
  }
  return async (seen) => {
    const valid = isPublic(seen)
    const asks = !valid && isIP(seen) > 0 && ipLookup.length > 0
    return { valid, data: { ip: (asks && (await ours())) || seen } }
  }
}

/** The address of a network changes when its line is set up again. */
const KEPT_MS = 3_600_000
/** Services that are down aren't asked again for every caller. */
const AWAY_MS = 60_000
const TIMEOUT_MS = 2000

async function firstOf([url, ...others]: readonly string[]): Promise<string | null> {
  if (url === undefined) return null
  const answered = await get(
    { url, timeoutMs: TIMEOUT_MS, local: isLoopback(url) },
    new AbortController().signal,
  )
  const found = 'text' in answered && answered.status === 200 ? addressIn(answered.text) : null
  return found ?? firstOf(others)
}

/** Reads JSON with an `ip`, or text with a line `ip=...`; null if it has no public address. */
function addressIn(text: string): string | null {
  const ip = /^ip=(\S+)$/m.exec(text)?.[1] ?? ipOf(text)
  return typeof ip === 'string' && isPublic(ip) ? ip : null
}

function ipOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { ip?: unknown } | null)?.ip
  } catch {
    return null
  }
}

function isPublic(address: string): boolean {
  const version = isIP(address)
  return version > 0 && !PRIVATE.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Source: IANA, special-purpose address registries: this host, private use, shared, link local. */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6')
