import type { Settings } from '../settings/settings.ts'

/** Kind of pages that an origin serves. Third-party scripts run on the sites' side with the origin's rights. */
export type Side = 'operators' | 'sites' | 'both'

export type OriginSettings = Pick<
  Settings,
  'host' | 'port' | 'publicUrl' | 'operatorHosts' | 'operatorPort' | 'sharedOrigin'
>

/** Side of a request by its host name and port. If operators have no origin of their own, they share that of the sites. */
export function sideOf(
  { hostname, port }: { hostname: string; port: number | undefined },
  settings: OriginSettings,
): Side {
  if (!isSeparated(settings)) return 'both'
  const { operatorHosts, operatorPort } = settings
  const isOperators =
    operatorHosts.includes(hostname.toLowerCase()) || (operatorPort !== null && port === operatorPort)
  return isOperators ? 'operators' : 'sites'
}

/** True if operators have an origin of their own. */
export function isSeparated({ operatorHosts, operatorPort }: OriginSettings): boolean {
  return operatorHosts.length > 0 || operatorPort !== null
}

/** Operators' own origin, if they have one. Their host is reached with the protocol and port of PUBLIC_URL. */
export function operatorsOrigin(settings: OriginSettings): string | null {
  const { operatorHosts, operatorPort, publicUrl, port } = settings
  const [host] = operatorHosts
  if (host === undefined) return operatorPort === null ? null : `http://localhost:${operatorPort}`
  const url = new URL(publicUrl ?? `http://${host}:${operatorPort ?? port}`)
  url.hostname = host
  return url.origin
}

const OPERATORS = /^\/(?:stats|desk|studio|docs|api\/reports)(?:\/|$)/
/** Paths for operators' pages, for programs with their own keys, and for load balancers. */
const BOTH = /^\/(?:main\/(?:stats|studio)\/|healthz$|readyz$|api\/openapi\.json$|api\/publish$)/

/** Side that a route belongs to, by its pattern. */
export function ownerOf(route: string): Side {
  return OPERATORS.test(route) ? 'operators' : BOTH.test(route) ? 'both' : 'sites'
}
