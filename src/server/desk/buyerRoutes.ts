import type { FastifyRequest } from 'fastify'
import { takeUpWaiting } from '../buyers/pollBuyers.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/calls.ts'

/** Buyers: listed, saved, removed. No answer has a secret. */
export function buyerRoutes(ctx: Context) {
  const { keptBuyers } = ctx
  const by = ({ session }: FastifyRequest) => session.operator ?? ''
  return {
    'GET /api/reports/desk/buyers': async () => {
      await keptBuyers.refresh()
      return { data: keptBuyers.all() }
    },

    'POST /api/reports/desk/buyers': async ({ body, request }) => {
      const saved = await keptBuyers.save({ ...body, by: by(request) })
      await takeUpWaiting(ctx)
      return saved
    },

    'POST /api/reports/desk/buyers/remove': ({ body, request }) =>
      keptBuyers.remove({ ...body, by: by(request) }),
  } satisfies Partial<Handlers>
}
