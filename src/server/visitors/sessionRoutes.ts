import type { TrackingId } from '../../../schemas/kernel/session.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { shownIn } from '../../flow/languages/language.ts'
import { QUERY_LENGTH } from '../../flow/arrival.ts'
import { markHuman, isSuspectedBot } from './botDetection.ts'
import type { Handlers } from '../calls.ts'
import { outcomeOf, type OutcomeDeps } from '../leads/outcomeOf.ts'
import { optOutOf, siteNamed, type SiteDeps } from './visit.ts'
import { refusal } from '../kernel/problem.ts'
import { withoutContacts } from './contactParameters.ts'
import { isCounted, noteCounted } from './impliedEvents.ts'
import { arriveAt, type ArrivalDeps } from './sessions.ts'
import type { SessionEvent } from '../../store/nouns/sessions/sessionTypes.ts'
import { inTurn, type Visitor } from './visitors.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

export function sessions(ctx: ArrivalDeps & SiteDeps & OutcomeDeps) {
  const { store, now, versions } = ctx
  const track = async (visitor: Visitor, event: SessionEvent) => {
    await markHuman(ctx, visitor)
    if (isCounted(visitor, event)) return
    await store.track(visitor.session.uuid, event)
    noteCounted(visitor, [event])
  }
  return {
    'POST /api/sessions': async ({ body: { session_token, language, ...arrival }, request }) => {
      if (Object.entries(arrival.query).flat().join('').length > QUERY_LENGTH)
        throw refusal(400, REFUSALS.queryTooLong, { field: 'query' })
      const live = await siteNamed(ctx, arrival.path, request.hostname)
      if (!live) throw refusal(404, REFUSALS.nothingLive, { field: 'path' })
      const arrived = await arriveAt(ctx, session_token, {
        ...arrival,
        query: withoutContacts(ctx, arrival.query, request.log),
        path: live.path,
        ip: request.ip,
        user_agent: request.headers['user-agent'] ?? '',
        opt_out: optOutOf(request),
        suspectedBot: isSuspectedBot(request),
        wish: { asked: language, accepted: request.headers['accept-language'] },
      })
      if (!arrived) throw refusal(404, REFUSALS.nothingLive, { field: 'path' })
      const { path, origin, clicks } = arrived.record
      const clicked = clicks.at(-1)?.query
      return {
        ...arrived.session,
        path,
        origin,
        ...(clicked && { clicked }),
        ...shownIn(inLanguage(arrived.version.flow, arrived.record.language)),
      }
    },

    'PATCH /api/sessions': ({ body: { uuid: _uuid, token: _token, ...ids }, visitor }) =>
      inTurn(visitor, async () => {
        const { session } = visitor
        for (const [id, value] of Object.entries(ids) as [TrackingId, string][]) {
          await store.patchSession(session.uuid, id, value)
          session.tracking[id] = value
        }
      }),

    'POST /api/sessions/completed_basics': ({ visitor }) =>
      track(visitor, { kind: 'registration', at: now() }),

    'POST /api/sessions/shown': ({ visitor }) => markHuman(ctx, visitor),

    'POST /api/sessions/track/visit': ({ visitor }) => track(visitor, { kind: 'visit', at: now() }),

    'POST /api/sessions/opt-out': ({ visitor: { session } }) =>
      store.optOut({ session_uuid: session.uuid, phone: null, email: null, source: 'gpc', at: now() }),

    // The call itself takes it back; see TAKES in calls.ts.
    'POST /api/sessions/take-back': async () => {},

    'GET /api/sessions/outcome': ({ visitor: { session }, request }) =>
      outcomeOf(ctx, session, optOutOf(request)),

    'POST /api/sessions/track/offer-impression': async ({ body: { offer_key: offer }, visitor }) => {
      const version = await versions.get(visitor.session.version)
      if (!version?.flow.ui_config.offers[offer]?.real)
        throw refusal(422, REFUSALS.noRealOffer, { field: 'offer_key' })
      await track(visitor, { kind: 'impression', offer, at: now() })
    },
  } satisfies Partial<Handlers>
}
