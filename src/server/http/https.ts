import type { Settings } from '../settings/settings.ts'

/** A year: how long a browser that came by https uses nothing else. */
export const HTTPS_FOR_S = 31_536_000

/** The header strict-transport-security: with a visitor's page goes a cookie that names the visitor. What other hosts there are below this one is its owner's to know.
 *  Source: RFC 6797, 6.1. */
export function httpsFromNowOn({ hstsSubdomains }: Settings): string {
  return `max-age=${HTTPS_FOR_S}${hstsSubdomains ? '; includeSubDomains' : ''}`
}
