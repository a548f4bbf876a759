import { findStep } from '../../flow/elements/elements.ts'
import { markHuman } from './botDetection.ts'
import { bytesOf, purseOf, type Budgets } from '../limits/budgets.ts'
import type { Handlers } from '../calls.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Versions } from '../publish/versions.ts'
import type { Visitors } from './visitors.ts'
import { refusal } from '../kernel/problem.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

interface LinkoutDeps extends StoreAndClock {
  visitors: Visitors
  versions: Versions
  budgets: Budgets
}

export function linkout(ctx: LinkoutDeps) {
  const { store, visitors, versions, now } = ctx
  return {
    'POST /webhook/tracking/linkout/create': async ({ body, request: { ip } }) => {
      const visitor = await visitors.find(body.session_uuid)
      if (!visitor) throw refusal(404, REFUSALS.noSession, { field: 'session_uuid' })
      const version = await versions.get(visitor.session.version)
      if (!version || !findStep(version.flow, { offer_key: body.offer, step_key: body.step }))
        throw refusal(422, REFUSALS.noStep, { field: 'step' })
      // Someone who only knows the session's ID pays for it, not the visitor.
      ctx.budgets.spend(ip, purseOf(visitor), bytesOf(body))
      await markHuman(ctx, visitor)
      await store.linkOut({ ...body, at: now() })
    },
  } satisfies Partial<Handlers>
}
