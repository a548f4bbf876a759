import type { Settings } from '../settings/settings.ts'

/** A year, for which a browser that has used HTTPS uses nothing else. */
export const HTTPS_FOR_S = 31_536_000

/** Value of the strict-transport-security header, because a visitor's page comes with a cookie that identifies the visitor. Only the
 *  owner knows which other hosts exist below this one. Source: RFC 6797, 6.1. */
export function httpsFromNowOn({ hstsSubdomains }: Settings): string {
  return `max-age=${HTTPS_FOR_S}${hstsSubdomains ? '; includeSubDomains' : ''}`
}
