import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './context.ts'
import { sendingErrors } from './metrics/badRows.ts'
import { eventsOfSale } from './pixels/pixelEventsOf.ts'
import { leadMailer } from './delivery/mailLead.ts'
import { attemptDelivery, takesAgain, type DeliveryPorts } from './delivery/attempt.ts'
import { AUCTIONS_AT_ONCE, auctionLead, isBidding } from './delivery/auction.ts'
import { AT_ONCE, fraction, sendDue, type Sending } from './kernel/sendDue.ts'

/** Starts the delivery of recorded leads; leads that fall due from now on are attempted at once. */
export async function startDelivery(ctx: Context, log: FastifyBaseLogger): Promise<Sending> {
  const { store, buyers, now, random, metrics, settings, signals } = ctx
  const mailer = leadMailer(settings)
  const delivering = await deliver({
    mailLead: mailer.send,
    store,
    buyers,
    now,
    auctionMs: settings.auctionMs,
    maxSaleCents: settings.maxSaleCents,
    random: () => fraction(random),
    saleEvents: (session_uuid, offer) => eventsOfSale(ctx, session_uuid, offer),
    onError: sendingErrors(ctx, log, 'delivery'),
    onAttempt: (buyer, state) => metrics.deliveryAttempts.inc({ buyer, state }),
  })
  signals.on('lead', delivering.wake)
  return {
    ...delivering,
    async stop(graceMs) {
      await delivering.stop(graceMs)
      mailer.close()
    },
  }
}

/** Starts sending due leads to their buyers. */
export async function deliver(world: DeliveryPorts): Promise<Sending> {
  const { store, buyers, now, onError } = world
  // The buyers' file may have changed since they were held.
  await store.lookAgain(null, now())
  const isBidder = (buyer: string) => isBidding(buyers.get(buyer))
  return sendDue(world, {
    receivers: async () => [...buyers.keys()],
    atOnce: (buyer) => buyers.get(buyer)?.parallel ?? (isBidder(buyer) ? AUCTIONS_AT_ONCE : AT_ONCE),
    resume: (now, isAlone) =>
      store.resumeDeliveries(
        now,
        isAlone,
        [...buyers].flatMap(([key, buyer]) => (takesAgain(buyer) ? key : [])),
      ),
    due: (buyer, now, limit) => store.dueDeliveries(buyer, now, limit),
    send: (delivery, buyer, stop) =>
      (isBidder(buyer) ? auctionLead : attemptDelivery)(world, { delivery, to: buyer }, stop),
    onError,
  })
}
