import { attend } from '../attendance.ts'
import type { Handlers } from '../calls.ts'
import type { Context } from '../context.ts'

export function leads(ctx: Context) {
  return {
    'POST /api/store': async ({ body, visitor }) => {
      await attend(ctx, visitor)
      await ctx.store.storeLead(visitor.session.uuid, body.lead, ctx.now())
    },
  } satisfies Partial<Handlers>
}
