import type { FastifyRequest } from 'fastify'
import type { Store } from '../../store/store.ts'
import { isWithin, sitesOf } from '../operators/ownSites.ts'

/** True if a delivery is of a site that the operator may see. A delivery that doesn't exist belongs to no site. */
export async function isOwnDelivery(
  store: Store,
  delivery: number,
  request: FastifyRequest,
): Promise<boolean> {
  const sites = sitesOf(request)
  if (sites === null) return true
  const sent = await store.delivery(delivery)
  const session = sent && (await store.session(sent.session_uuid))
  return isWithin(sites, session?.path)
}
