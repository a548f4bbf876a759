import { Readable } from 'node:stream'
import {
  MOST_REPLAYED,
  type ReplayedDeliveries,
  type ReplayProgress,
} from '../../../schemas/desk/deliveries.ts'
import type { DeliveryPage } from '../../store/nouns/leads/deliveryList.ts'
import { LISTS } from './listRefusals.ts'
import { csvOf } from './csvOf.ts'
import { maskedText } from '../../store/kernel/mask.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock, DueSignals } from '../kernel/ports.ts'
import type { Buyers } from '../delivery/attempt.ts'
import { whyNotReplayed } from '../delivery/whyNotReplayed.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { sitesAsked } from '../operators/ownSites.ts'
import { isMissing, MISSING, withMissing } from './missingBuyers.ts'
import { isOwnDelivery } from './isOwnDelivery.ts'
import { seesPersons } from './seesPersons.ts'

export interface DeliveryDeps extends StoreAndClock {
  buyers: Buyers
  signals: DueSignals
}

/** Routes to list deliveries and losses, and to send some again. */
export function deliveryRoutes(ctx: DeliveryDeps) {
  const { store, buyers, now } = ctx
  return {
    'POST /api/reports/desk/deliveries': async ({ body: { path, ...body }, request }) => {
      const isOpen = seesPersons(request)
      inOrder(body)
      const { rows, next } = await store.deliveryList({ ...body, sites: sitesAsked(request, path) })
      return {
        // A buyer's message may repeat the data it was sent.
        data: rows.map(({ lead, last, ...row }) => ({
          ...row,
          last: isOpen ? last : last && maskedText(last, Object.values(lead).flat()),
          ...(isMissing(row, buyers) && { ...MISSING, last: LISTS.missing }),
        })),
        next,
      }
    },

    'GET /api/reports/desk/deliveries/overview': async ({ query: { path, ...query }, request }) => {
      inOrder(query)
      const asked = { ...query, sites: sitesAsked(request, path) }
      const overview = await store.deliveryOverview(asked, seesPersons(request) ? 1 : LEAST_OF_ONE_REASON)
      return { ...overview, held: withMissing(overview.held, buyers) }
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

    'POST /api/reports/desk/deliveries/replayable': async ({
      body: { path, force: _force, ...asked },
      request,
    }) => {
      inOrder(asked)
      return { count: await store.replayableCount({ ...asked, sites: sitesAsked(request, path) }) }
    },

    'POST /api/reports/desk/deliveries/replay-matching': async ({ body, request, reply }) => {
      inOrder(body)
      const { path, force = false, ...asked } = body
      const matching = { ...asked, sites: sitesAsked(request, path) }
      const total = await store.replayableCount(matching)
      const words = Object.entries({ ...(path && { path }), ...asked }).map(
        ([name, value]) => `${name} ${value}`,
      )
      const about = `${words.join(', ') || 'all'}${force ? ', although sold before' : ''}`
      reply.type('application/jsonl')
      const operator = request.session.operator ?? ''
      const audit = ({ replayed }: ReplayProgress) =>
        store.audit({
          at: now(),
          operator,
          act: 'replay_deliveries',
          about: `${replayed} of ${total}: ${about}`,
        })
      return Readable.from(linesOf(replayMatching(ctx, { matching, total, force }), audit))
    },

    'POST /api/reports/desk/deliveries/csv': async ({ body, request, reply }) => {
      inOrder(body)
      const { path, before: _before, limit: _limit, ...asked } = body
      const matching = { ...asked, sites: sitesAsked(request, path) }
      const page = (before?: string) =>
        store.deliveryList({ ...matching, limit: ROWS_AT_ONCE, ...(before !== undefined && { before }) })
      const first = await page()
      const operator = request.session.operator ?? ''
      const words = Object.entries({ ...(path && { path }), ...asked }).map(
        ([name, value]) => `${name} ${value}`,
      )
      reply.type('text/csv; charset=utf-8')
      return Readable.from(
        csvOf({
          columns: CSV_COLUMNS,
          page: async (before) => (before === undefined ? first : page(before)),
          ended: (rows) =>
            store.audit({
              at: now(),
              operator,
              act: 'export_list',
              about: `${rows} deliveries: ${words.join(', ') || 'all'}`,
            }),
        }),
      )
    },
  } satisfies Partial<Handlers>
}

const ROWS_AT_ONCE = 500

/** Columns of a row. An answer of a buyer may repeat personal data, and is masked. */
const CSV_COLUMNS: Record<string, (row: DeliveryPage['rows'][number]) => string | number | null> = {
  delivery: ({ delivery }) => delivery,
  lead: ({ session_uuid }) => session_uuid,
  received: ({ at }) => new Date(at).toISOString(),
  status: ({ status }) => status,
  price: ({ cents }) => (cents === null ? null : cents / 100),
  site: ({ path }) => path,
  offer: ({ offer_name }) => offer_name,
  buyer: ({ buyer }) => buyer,
  attempts: ({ attempts }) => attempts,
  bid: ({ bid_cents }) => (bid_cents === null ? null : bid_cents / 100),
  reason: ({ last, lead }) => last && maskedText(last, Object.values(lead).flat()),
}

/** Progress as lines of JSON. A failure is the last line, because the status has already been sent. `ended` is called once with how far
 *  it came, also if the reader hangs up. */
async function* linesOf(
  parts: AsyncGenerator<ReplayProgress>,
  ended: (last: ReplayProgress) => Promise<void>,
): AsyncGenerator<string> {
  let last: ReplayProgress = { total: 0, done: 0, replayed: 0, not_replayed: [], is_over: true }
  try {
    for await (last of parts) yield `${JSON.stringify(last)}\n`
  } catch {
    yield `${JSON.stringify({ ...last, is_over: true, failed: LISTS.stopped })}\n`
  } finally {
    await ended(last)
  }
}

/** Sends all matching leads again, a part at a time, in the order of their numbers, and yields how far it came. */
async function* replayMatching(
  { store, now, signals }: DeliveryDeps,
  {
    matching,
    total,
    force,
  }: { matching: Parameters<DeliveryDeps['store']['replayableCount']>[0]; total: number; force: boolean },
): AsyncGenerator<ReplayProgress> {
  const progress: ReplayProgress = { total, done: 0, replayed: 0, not_replayed: [], is_over: false }
  yield progress
  for (let after = 0; ;) {
    const part = await store.replayableDeliveries({ ...matching, after, limit: MOST_REPLAYED })
    const reasons = await Promise.all(
      part.map(async (delivery) =>
        (await store.replayDelivery(delivery, now(), force))
          ? null
          : whyNotReplayed(await store.delivery(delivery)),
      ),
    )
    for (const reason of reasons) if (reason === null) progress.replayed++
    for (const [reason, those] of Map.groupBy(
      reasons.filter((reason) => reason !== null),
      (reason) => reason,
    )) {
      const known = progress.not_replayed.find((one) => one.reason === reason)
      if (known) known.count += those.length
      else progress.not_replayed.push({ reason, count: those.length })
    }
    progress.done += part.length
    progress.is_over = part.length < MOST_REPLAYED
    if (part.length > 0) signals.emit('lead')
    yield { ...progress }
    if (progress.is_over) return
    after = part.at(-1)!
  }
}

/** A message that a buyer sent less often may be about one person. */
export const LEAST_OF_ONE_REASON = 5

function inOrder({ from = 0, to = Infinity }: { from?: number; to?: number }): void {
  if (from > to) throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
}
