import type { Handlers } from '../calls.ts'
import { buyerRoutes, type BuyerDeps } from './buyerRoutes.ts'
import { deliveryRoutes, type DeliveryDeps } from './deliveryRoutes.ts'
import { costRoutes, type CostDeps } from '../costs/costRoutes.ts'
import { deskReturns } from './deskReturns.ts'
import { leadListRoutes, type LeadListDeps } from './leadListRoutes.ts'
import { oneLeadRoutes, type OneLeadDeps } from './oneLeadRoutes.ts'
import { outgoingRoutes } from './outgoingRoutes.ts'
import { payoutRoutes } from './payoutRoutes.ts'
import { postbackRoutes } from './postbackRoutes.ts'
import { optOutRoutes } from './optOutRoutes.ts'
import { privacyRoutes } from './privacyRoutes.ts'
import { lawRoutes } from './lawRoutes.ts'
import { scriptHostRoutes } from './scriptHostRoutes.ts'
import { todayRoutes, type TodayDeps } from './todayRoutes.ts'
import { settleRoutes, type SettleDeps } from './settleRoutes.ts'
import { webhookRoutes, type WebhookDeps } from './webhookRoutes.ts'

/** Routes of /desk. */
export function desk(
  ctx: TodayDeps &
    LeadListDeps &
    OneLeadDeps &
    DeliveryDeps &
    WebhookDeps &
    BuyerDeps &
    SettleDeps &
    CostDeps,
) {
  return {
    ...todayRoutes(ctx),
    ...leadListRoutes(ctx),
    ...oneLeadRoutes(ctx),
    ...deliveryRoutes(ctx),
    ...payoutRoutes(ctx),
    ...postbackRoutes(ctx),
    ...webhookRoutes(ctx),
    ...lawRoutes(ctx),
    ...scriptHostRoutes(ctx),
    ...buyerRoutes(ctx),
    ...deskReturns(ctx),
    ...costRoutes(ctx),
    ...settleRoutes(ctx),
    ...privacyRoutes(ctx),
    ...optOutRoutes(ctx),
    ...outgoingRoutes(ctx),
  } satisfies Partial<Handlers>
}
