import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { operatorOrigin } from '../operators/operatorOrigin.ts'

/** Where passkeys are made and used: they work at this origin alone. */
export interface RelyingParty {
  origin: string
  /** The host name of `origin`. */
  id: string
}

/** Null where this server is known by an IP address, or by plain HTTP elsewhere than on localhost: browsers keep no passkeys for those.
 *  Source: WebAuthn, section 5.1.2 "effective domain". */
export function relyingParty(ctx: Pick<Context, 'settings'>, request: FastifyRequest): RelyingParty | null {
  const { origin, hostname: id, protocol } = new URL(operatorOrigin(ctx, request))
  const isAddress = isIP(id.replace(/^\[|\]$/g, '')) > 0
  return isAddress || (protocol !== 'https:' && id !== 'localhost') ? null : { origin, id }
}
