import type { Context } from '../context.ts'
import type { Handlers } from '../calls.ts'
import { buyerRoutes } from './buyerRoutes.ts'
import { deliveryRoutes } from './deliveryRoutes.ts'
import { deskReturns } from './deskReturns.ts'
import { leadListRoutes } from './leadListRoutes.ts'
import { oneLeadRoutes } from './oneLeadRoutes.ts'
import { outgoingRoutes } from './outgoingRoutes.ts'
import { privacyRoutes } from './privacyRoutes.ts'
import { scriptHostRoutes } from './scriptHostRoutes.ts'
import { webhookRoutes } from './webhookRoutes.ts'

/** Routes of /desk. */
export function desk(ctx: Context) {
  return {
    ...leadListRoutes(ctx),
    ...oneLeadRoutes(ctx),
    ...deliveryRoutes(ctx),
    ...webhookRoutes(ctx),
    ...scriptHostRoutes(ctx),
    ...buyerRoutes(ctx),
    ...deskReturns(ctx),
    ...privacyRoutes(ctx),
    ...outgoingRoutes(ctx),
  } satisfies Partial<Handlers>
}
