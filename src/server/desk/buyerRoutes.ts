import type { FastifyRequest } from 'fastify'
import { takeUpWaiting, type WaitingDeps } from '../buyers/pollBuyers.ts'
import { lastWeek } from '../buyers/lastWeek.ts'
import { turnedAway } from '../buyers/turnedAway.ts'
import { testBuyer } from '../buyers/testBuyer.ts'
import type { Buyers } from '../delivery/attempt.ts'
import type { KeptBuyers } from '../buyers/keptBuyers.ts'
import { leadMailer } from '../delivery/mailLead.ts'
import type { Settings } from '../settings/settings.ts'
import type { Random } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { withHosts } from '../http/withHosts.ts'
import { refusal } from '../kernel/problem.ts'
import { serialize } from '../kernel/serialize.ts'
import { BUYER_REFUSALS } from '../buyers/buyerRefusals.ts'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { BuyerLine, KnownBuyer } from '../../../schemas/desk/buyers.ts'
import type { Store } from '../../store/store.ts'
import { limitsOf } from '../delivery/limitsOf.ts'
import { isTimeZone, periodOf, type Period } from '../../time/localTime.ts'
import { newYorkDay } from '../../time/newYorkDay.ts'
import { sitesAsked } from '../operators/ownSites.ts'
import { LEAST_OF_ONE_REASON } from './deliveryRoutes.ts'
import { scorecardOf } from './scorecardOf.ts'
import { seesPersons } from './seesPersons.ts'

/** Leads and money that count toward a buyer's caps in each period that contains `now`. */
async function usedOf(
  store: Store,
  { buyer, document }: KnownBuyer,
  now: number,
): Promise<BuyerLine['used']> {
  const { zone } = limitsOf(document as Pick<Buyer, 'time_zone'>)
  const within = async (per: Period) => {
    const { start, end } = periodOf(now, per, isTimeZone(zone) ? zone : 'UTC')
    return { ...(await store.placesTaken(buyer, start)), resets_at: end }
  }
  const [hour, day, month] = await Promise.all([within('hour'), within('day'), within('month')])
  return { hour, day, month }
}

export interface BuyerDeps extends WaitingDeps {
  keptBuyers: KeptBuyers
  buyers: Buyers
  random: Random
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom'>
}

/** Routes to list, save, and remove buyers. Answers never have secrets. */
export function buyerRoutes(ctx: BuyerDeps) {
  const { keptBuyers, store } = ctx
  // A form that is typed in asks often.
  const oneAtATime = serialize()
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
      const lines = keptBuyers.all().map(async (line) => ({
        ...line,
        today: today(line.buyer),
        used: await usedOf(store, line, now),
      }))
      return { data: await Promise.all(lines) }
    },

    'GET /api/reports/desk/buyers/scorecard': ({ query: { buyer, path }, request }) => {
      const document = ctx.buyers.get(buyer)
      const asked = { buyer, document, sites: sitesAsked(request, path), now: ctx.now() }
      return scorecardOf(store, asked, seesPersons(request) ? 1 : LEAST_OF_ONE_REASON)
    },

    'POST /api/reports/desk/buyers': async ({ body, request }) => {
      const saved = await keptBuyers.save({ ...body, by: by(request) })
      await takeUpWaiting(ctx)
      return saved
    },

    'POST /api/reports/desk/buyers/turned-away': async ({ body }) => {
      const after = await keptBuyers.proposed(body)
      return turnedAway(store, body.buyer, { before: ctx.buyers.get(body.buyer), after })
    },

    'POST /api/reports/desk/buyers/last-week': async ({ body }) => {
      const after = await keptBuyers.proposed(body)
      const change = { before: ctx.buyers.get(body.buyer), after }
      return oneAtATime('last week', () => lastWeek(ctx, body.buyer, change))
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
      const mailer = leadMailer(ctx.settings)
      const tested = await testBuyer(tried, `test-${ctx.random(8).toString('hex')}`, {
        onCall: audit,
        mailLead: mailer.send,
      })
      mailer.close()
      return tested
    },
  } satisfies Partial<Handlers>
}
