import type { ReplayedDeliveries } from '../../../schemas/desk/deliveries.ts'
import { maskedText } from '../../store/kernel/mask.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'
import type { StoreAndClock, DueSignals } from '../kernel/ports.ts'
import { whyNotReplayed } from '../delivery/whyNotReplayed.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { sitesAsked } from '../operators/ownSites.ts'
import { isOwnDelivery } from './isOwnDelivery.ts'
import { seesPersons } from './seesPersons.ts'

export interface DeliveryDeps extends StoreAndClock {
  signals: DueSignals
}

/** Routes to list deliveries and losses, and to send some again. */
export function deliveryRoutes(ctx: DeliveryDeps) {
  const { store, now } = ctx
  return {
    'POST /api/reports/desk/deliveries': async ({ body: { path, ...body }, request }) => {
      const isOpen = seesPersons(request)
      inOrder(body)
      const { rows, next } = await store.deliveryList({ ...body, sites: sitesAsked(request, path) })
      return {
        // A buyer's message may repeat the data it was sent.
        data: rows.map(({ lead, last, ...row }) => ({
          ...row,
          last: isOpen ? last : last && maskedText(last, Object.values(lead)),
        })),
        next,
      }
    },

    'GET /api/reports/desk/deliveries/overview': async ({ query: { path, ...query }, request }) => {
      inOrder(query)
      const asked = { ...query, sites: sitesAsked(request, path) }
      return store.deliveryOverview(asked, seesPersons(request) ? 1 : LEAST_OF_ONE_REASON)
    },

    'POST /api/reports/desk/deliveries/replay': async ({ body: { deliveries, force = false }, request }) => {
      const came: ReplayedDeliveries = { replayed: [], not_replayed: [] }
      for (const delivery of deliveries)
        if (!(await isOwnDelivery(store, delivery, request)))
          came.not_replayed.push({ delivery, reason: 'unknown' })
        else if (await store.replayDelivery(delivery, now(), force)) came.replayed.push(delivery)
        else came.not_replayed.push({ delivery, reason: whyNotReplayed(await store.delivery(delivery)) })
      if (came.replayed.length > 0) {
        const operator = request.session.operator ?? ''
        const about = `${came.replayed.join(', ')}${force ? ', although sold before' : ''}`
        await store.audit({ at: now(), operator, act: 'replay_delivery', about })
        ctx.signals.emit('lead')
      }
      return came
    },
  } satisfies Partial<Handlers>
}

/** A message that a buyer sent less often may be about one person. */
const LEAST_OF_ONE_REASON = 5

function inOrder({ from = 0, to = Infinity }: { from?: number; to?: number }): void {
  if (from > to) throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
}
