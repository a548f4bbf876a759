import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { eventsOfSale } from '../pixels/pixelEventsOf.ts'
import { deliver, type Delivering } from './worker.ts'

/** Starts the delivery of what the server records; leads that fall due from now on are taken up at once. */
export async function startDelivery(ctx: Context, log: FastifyBaseLogger): Promise<Delivering> {
  const { store, buyers, now, random, metrics, settings } = ctx
  const delivering = await deliver({
    store,
    buyers,
    now,
    auctionMs: settings.auctionMs,
    random: () => random(4).readUInt32LE() / 2 ** 32,
    saleEvents: (session_uuid, offer) => eventsOfSale(ctx, session_uuid, offer),
    onError: (error) => log.error({ err: error }, 'delivery'),
    onAttempt: (buyer, state) => metrics.deliveryAttempts.inc({ buyer, state }),
  })
  ctx.onLead = delivering.wake
  return delivering
}
