import type { FastifyRequest } from 'fastify'
import { takeUpWaiting, type WaitingDeps } from '../buyers/pollBuyers.ts'
import { testBuyer } from '../buyers/testBuyer.ts'
import type { Buyers } from '../delivery/attempt.ts'
import type { KeptBuyers } from '../buyers/keptBuyers.ts'
import type { Random } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { withHosts } from '../http/withHosts.ts'
import { refusal } from '../kernel/problem.ts'
import { BUYER_REFUSALS } from '../../texts/desk/buyerRefusals.ts'
import { newYorkDay } from '../../time/newYorkDay.ts'

export interface BuyerDeps extends WaitingDeps {
  keptBuyers: KeptBuyers
  buyers: Buyers
  random: Random
}

/** Routes to list, save and remove buyers. Answers never have secrets. */
export function buyerRoutes(ctx: BuyerDeps) {
  const { keptBuyers, store } = ctx
  const by = ({ session }: FastifyRequest) => session.operator ?? ''
  return {
    'GET /api/reports/desk/buyers': async () => {
      await keptBuyers.refresh()
      const now = ctx.now()
      const from = newYorkDay(now)
      const [counts, ledger] = await Promise.all([
        store.buyerCounts(from),
        store.ledger({ path: null, from, to: now }),
      ])
      const today = (key: string) => {
        const { leads = 0, accepted = 0 } = counts.find(({ buyer }) => buyer === key) ?? {}
        const booked = ledger.filter(({ source }) => source === key)
        return { leads, accepted, net_cents: booked.reduce((sum, { net_cents }) => sum + net_cents, 0) }
      }
      return { data: keptBuyers.all().map((line) => ({ ...line, today: today(line.buyer) })) }
    },

    'POST /api/reports/desk/buyers': async ({ body, request }) => {
      const saved = await keptBuyers.save({ ...body, by: by(request) })
      await takeUpWaiting(ctx)
      return saved
    },

    'POST /api/reports/desk/buyers/remove': ({ body, request }) =>
      keptBuyers.remove({ ...body, by: by(request) }),

    'POST /api/reports/desk/buyers/test': async ({ body: { buyer, change }, request }) => {
      const tried = change ? await keptBuyers.proposed({ buyer, ...change }) : ctx.buyers.get(buyer)
      if (!tried) throw refusal(404, BUYER_REFUSALS.none(buyer), { field: 'buyer' })
      const audit = (urls: readonly string[]) =>
        store.audit({
          at: ctx.now(),
          operator: by(request),
          act: 'test_buyer',
          about: withHosts(buyer, urls),
        })
      return testBuyer(tried, `test-${ctx.random(8).toString('hex')}`, audit)
    },
  } satisfies Partial<Handlers>
}
