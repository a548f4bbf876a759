import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings/settings.ts'
import { operatorOrigin } from '../operators/operatorOrigin.ts'

/** Origin where passkeys are made and used; they work nowhere else. */
export interface RelyingParty {
  origin: string
  /** The host name of `origin`. */
  id: string
}

/** Null if this server's address is an IP address, or plain HTTP on a host other than localhost, because browsers allow no passkeys
 *  there. Source: WebAuthn, section 5.1.2 "effective domain". */
export function relyingParty(ctx: { settings: Settings }, request: FastifyRequest): RelyingParty | null {
  const { origin, hostname: id, protocol } = new URL(operatorOrigin(ctx, request))
  const isAddress = isIP(id.replace(/^\[|\]$/g, '')) > 0
  return isAddress || (protocol !== 'https:' && id !== 'localhost') ? null : { origin, id }
}
