import { markHuman } from './botDetection.ts'
import type { Handlers } from '../calls.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import { LEADS_PER_SESSION } from '../../store/nouns/leads/keptLeads.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

export function leads(ctx: StoreAndClock) {
  return {
    'POST /api/store': async ({ body, visitor }) => {
      await markHuman(ctx, visitor)
      const isKept = await ctx.store.storeLead(visitor.session.uuid, body.lead, ctx.now())
      if (!isKept)
        throw refusal(422, REFUSALS.sessionLeads(LEADS_PER_SESSION), {
          field: 'lead',
        })
    },
  } satisfies Partial<Handlers>
}
