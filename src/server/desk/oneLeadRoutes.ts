import type { FastifyRequest } from 'fastify'
import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import type { OfferName } from '../../../schemas/reports/reports.ts'
import type { Proof } from '../../../schemas/desk/proof.ts'
import { factsText } from '../../author/kernel/ruleWords.ts'
import { LISTS } from './listRefusals.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { OutcomeDeps } from '../leads/outcomeOf.ts'
import type { Settings } from '../settings/settings.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Versions } from '../publish/versions.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { answersInWords } from './answersInWords.ts'
import { consentsOf } from './consentsOf.ts'
import { explanationOf } from './explanationOf.ts'
import { isWithin, sitesOf } from '../operators/ownSites.ts'
import { nameIn } from '../leads/personName.ts'
import { maskedLead } from './maskedLead.ts'
import { proofOf } from './proof/proofOf.ts'
import { proofKeys, signerOf } from './proof/proofKeys.ts'
import { leadEvidence } from './leadEvidence.ts'
import { isMissing, MISSING } from './missingBuyers.ts'
import { seesPersons } from './seesPersons.ts'

/** Names of offers in a version. */
function inVersion(names: readonly OfferName[], version: number): OfferName[] {
  const own = names.filter((one) => one.version === version)
  const isOwn = ({ offer }: OfferName) => own.some((one) => one.offer === offer)
  return [...own, ...names.filter((one) => one.version === undefined && !isOwn(one))]
}

export interface OneLeadDeps extends StoreAndClock, OutcomeDeps {
  settings: Settings
  versions: Versions
}

/** Routes for one lead: its visitor's answers, consents, and actions, and its results at each buyer. */
export function oneLeadRoutes(ctx: OneLeadDeps) {
  const { store, settings, versions, now } = ctx

  async function recorded(uuid: string, request: FastifyRequest) {
    const found = await store.session(uuid)
    const session = found && isWithin(sitesOf(request), found.path) ? found : null
    const flow = session && (await versions.get(session.version))?.flow
    if (!flow) throw refusal(404, REFUSALS.noLead, { field: 'uuid' })
    return { session, flow }
  }

  async function leadOf(uuid: string, request: FastifyRequest): Promise<OneLead> {
    const isOpen = seesPersons(request)
    const { session, flow } = await recorded(uuid, request)
    const [explanation, evidence, deliveries, offers] = await Promise.all([
      explanationOf(ctx, flow, session),
      consentsOf(store, flow, session),
      store.leadDeliveries(uuid),
      store.offerNames(session.path),
    ])
    const lead = {
      session_uuid: uuid,
      // A forgotten visitor no longer has a token.
      is_forgotten: session.token_hash === '',
      sees_persons: isOpen,
      name: nameIn(explanation.fields, flow),
      explanation,
      evidence,
      deliveries: deliveries.map((one) =>
        isMissing(one, ctx.buyers) ? { ...one, ...MISSING, held_message: LISTS.missing } : one,
      ),
      offers: inVersion(offers, session.version),
    }
    const shown = isOpen ? lead : maskedLead(flow, lead)
    const { fields, trace } = shown.explanation
    return {
      ...shown,
      answers: answersInWords(flow, fields),
      whys: trace.map(({ because }) => factsText(because)),
    }
  }
  const note = ({ session }: FastifyRequest, act: 'see_lead' | 'export_proof', about: string) =>
    store.audit({ at: now(), operator: session.operator ?? '', act, about })

  async function proofFor(request: FastifyRequest, uuid: string): Promise<Proof> {
    if (!seesPersons(request)) throw refusal(403, REFUSALS.proofIsPersonal)
    const { session, flow } = await recorded(uuid, request)
    const evidence = await leadEvidence(ctx, flow, session)
    const made_by = request.session.operator ?? ''
    const head = { made_at: now(), made_by, product: settings.productName }
    const proof = proofOf(evidence, head, await signerOf(ctx, made_by))
    await note(request, 'export_proof', `${uuid} SHA-256 ${proof.head_sha256}`)
    return proof
  }

  return {
    'GET /api/reports/desk/lead': async ({ query: { uuid }, request }) => {
      const lead = await leadOf(uuid, request)
      if (lead.sees_persons) await note(request, 'see_lead', uuid)
      return lead
    },

    'GET /.well-known/leadloom-proof-keys.json': () => proofKeys(store),

    'GET /api/reports/desk/lead/proof': ({ query: { uuid }, request }) => proofFor(request, uuid),

    'GET /api/reports/desk/lead/proof.pdf': async ({ query: { uuid }, request, reply }) => {
      const proof = await proofFor(request, uuid)
      reply.type('application/pdf')
      reply.header('content-disposition', `attachment; filename="proof-${uuid}.pdf"`)
      // Loaded on demand, because of its fonts.
      const { proofPdf } = await import('./proof/paper/proofPdf.ts')
      return proofPdf(proof)
    },
  } satisfies Partial<Handlers>
}
