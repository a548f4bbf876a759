import type { Conversion } from '../../../schemas/kernel/partners.ts'
import type { Handlers } from '../calls.ts'
import { cents } from '../kernel/cents.ts'
import type { KeyTries } from '../limits/keyTries.ts'
import type { Settings } from '../settings/settings.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { sameSecret } from '../kernel/digests.ts'
import { eventsOfSale, type SaleEventDeps } from '../pixels/pixelEventsOf.ts'
import { refusal } from '../kernel/problem.ts'
import { clickRef } from '../visitors/sessions.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

interface ConversionDeps extends StoreAndClock, SaleEventDeps {
  settings: Settings
  keyTries: KeyTries
  clickSecret: string
}

export function conversions(ctx: ConversionDeps) {
  return {
    'GET /webhook/conversions': ({ query, request }) => sell(ctx, query, request.ip),
    'POST /webhook/conversions': ({ body, request }) => sell(ctx, body, request.ip),
  } satisfies Partial<Handlers>
}

async function sell(
  ctx: ConversionDeps,
  { key, ref, id, amount, status }: Conversion,
  ip: string,
): Promise<void> {
  const source = ctx.keyTries.nameOf(ip, key, ctx.settings.postbackKeys)
  if (source === undefined) throw refusal(401, REFUSALS.notPartnersKey, { field: 'key' })
  const sold = await referred(ctx, ref)
  const outcome = await ctx.store.sell({
    ...sold,
    source,
    external_id: id,
    cents: cents(amount),
    mostCents: ctx.settings.maxSaleCents,
    pixelEvents: await eventsOfSale(ctx, sold.session_uuid, sold.offer),
    returned: status === 'returned',
    at: ctx.now(),
  })
  if (outcome === 'conflict') throw refusal(409, REFUSALS.otherConversion, { field: 'id' })
  if (outcome === 'full') throw refusal(429, REFUSALS.tooManyReturns, { field: 'id' })
}

/** The session, offer, and click of a reference `offer|click_ref|session_uuid|step`, if this server made it. */
async function referred({ visitors, versions, clickSecret }: ConversionDeps, ref: string) {
  const [offer = '', reference = '', session_uuid = '', ...rest] = ref.split('|')
  const visitor = rest.length === 1 ? await visitors.find(session_uuid) : null
  // Each click has its own reference, which the links of its pages carry.
  const clicks = visitor?.session.clicks.length ?? 0
  const arrival = Array.from({ length: clicks + 1 }, (_, n) =>
    clickRef(clickSecret, session_uuid, n),
  ).findIndex((ours) => sameSecret(reference, ours))
  if (rest.length !== 1 || arrival === -1)
    throw refusal(400, REFUSALS.notOurReference, {
      field: 'ref',
    })
  if (!visitor) throw refusal(404, REFUSALS.noSession, { field: 'ref' })
  const version = await versions.get(visitor.session.version)
  if (!version || !Object.hasOwn(version.flow.ui_config.offers, offer))
    throw refusal(400, REFUSALS.noOffer, { field: 'ref' })
  return { session_uuid, offer, arrival }
}
