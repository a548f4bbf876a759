import type { Settings } from '../settings/settings.ts'

/** Whose pages an origin shows. Scripts of other companies run on the sites' side, and act there with the origin's rights. */
export type Side = 'operators' | 'sites' | 'both'

export type OriginSettings = Pick<
  Settings,
  'host' | 'port' | 'publicUrl' | 'operatorHosts' | 'operatorPort' | 'sharedOrigin'
>

/** The side of a request by the name and the port that it came to. Without an origin of their own, operators share that of the
 *  sites. */
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

/** Whether operators have an origin of their own. */
export function isSeparated({ operatorHosts, operatorPort }: OriginSettings): boolean {
  return operatorHosts.length > 0 || operatorPort !== null
}

/** The operators' own origin, where they have one: a host of theirs is reached as visitors reach PUBLIC_URL. */
export function operatorsOrigin(settings: OriginSettings): string | null {
  const { operatorHosts, operatorPort, publicUrl, port } = settings
  const [host] = operatorHosts
  if (host === undefined) return operatorPort === null ? null : `http://localhost:${operatorPort}`
  const url = new URL(publicUrl ?? `http://${host}:${operatorPort ?? port}`)
  url.hostname = host
  return url.origin
}

const OPERATORS = /^\/(?:stats|desk|studio|api\/reports)(?:\/|$)/
/** What operators' pages load, programs call with keys of their own, and balancers ask. */
const BOTH = /^\/(?:main\/(?:stats|studio)\/|healthz$|readyz$|api\/openapi\.json$|api\/publish$)/

/** Whose a route is, by its pattern. */
export function ownerOf(route: string): Side {
  return OPERATORS.test(route) ? 'operators' : BOTH.test(route) ? 'both' : 'sites'
}
