import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import { complete, encode } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { inputs, showsConsent } from '../../flow/elements/elements.ts'
import { toForm } from '../../flow/form.ts'
import { standingOf } from '../../flow/judge.ts'
import { inputFields } from '../../flow/validations/validations.ts'
import { START_AGAIN_INPUT, STEP_INPUT, type RefusedPost } from '../../flow/page.ts'
import { bytesOf, spendFor } from '../limits/budgets.ts'
import { PAGE_URL_LENGTH, recordStep, type StepDeps } from '../visitors/recordStep.ts'
import { stepsThatCount } from '../visitors/handedOver.ts'
import { USER_AGENT_LENGTH } from '../visitors/sessions.ts'
import { inTurn } from '../visitors/visitors.ts'
import { addressOf, heldVisit, optOutOf, siteOf, type SiteDeps } from '../visitors/visit.ts'

/** Records a posted form as if the page had sent it, if it is for the visitor's current step and that step has no consent, since the
 *  evidence for a consent is what a browser showed. Anything else isn't recorded. Resolves to the messages for the step's fields; null
 *  if there are none. */
export async function takePress(
  ctx: StepDeps & SiteDeps,
  request: FastifyRequest,
): Promise<RefusedPost | null> {
  const { body } = request
  if (!(body instanceof URLSearchParams) || !isOwnForm(request)) return null
  const live = await siteOf(ctx, request)
  const held = live && (await heldVisit(ctx, request, live.path))
  // A program that pressed a mailed link keeps pressing. A visitor who was handed the visit answers through the page's script.
  if (held?.opening !== 'goesOn') return null
  const { visitor } = held
  return inTurn(visitor, async () => {
    const { session } = visitor
    const version = await ctx.versions.get(session.version)
    if (!version) return null
    const { flow } = version
    visitor.standing ??= standingOf({ flow, origin: session.origin }, stepsThatCount(flow, session))
    const stop = visitor.standing.current
    if (!stop || stop.id !== body.get(STEP_INPUT) || showsConsent(stop.step)) return null
    const { step, offer_key, step_key } = stop
    const data = complete(flow, step, entered(flow, step, body))
    const submission = {
      id: randomUUID(),
      offer_key,
      step_key,
      answers: encode(flow, step, data),
      time_on_step: 0,
      execute_actions: [],
      language: session.language,
    }
    const page_url = addressOf(request).slice(0, PAGE_URL_LENGTH)
    const sender = {
      ip: request.ip,
      user_agent: String(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH),
      opt_out: optOutOf(request) ?? null,
      cookies: request.headers.cookie ?? '',
    }
    spendFor(ctx, visitor, { ip: request.ip, bytes: bytesOf([submission, page_url]) })
    const refused = await recordStep(ctx, visitor, { submission, page_url, sender })
    const fields = new Set(
      inputs(step).flatMap((element) => inputFields(flow, element).map(({ field }) => field)),
    )
    const errors = refused?.errors.filter(({ field }) => fields.has(field)) ?? []
    return errors.length > 0 ? { step: { offer_key, step_key }, data, errors } : null
  })
}

/** True if the visitor posted a form to start over as a new visitor. */
export function asksToStartAgain(request: FastifyRequest): boolean {
  const { body } = request
  return body instanceof URLSearchParams && body.has(START_AGAIN_INPUT) && isOwnForm(request)
}

/** Values of a form's controls, by field. Controls that need a script to have a value have none here. */
function entered(flow: Flow, step: Step, posted: URLSearchParams): StepData {
  const fields = Object.entries(toForm(flow, step).schema.properties ?? {})
  return Object.fromEntries(
    fields.flatMap(([field, { type }]) => {
      const values = posted.getAll(field)
      if (values.length === 0 || type === 'object') return []
      return [[field, type === 'array' ? values : values.at(-1)!]]
    }),
  )
}

/** True if one of our own pages posted it; another site must not answer for its readers. The cookie ensures this too, in browsers that
 *  respect SameSite. Source: W3C Fetch Metadata. */
export function isOwnForm({ headers, host }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site']
  return from === undefined ? URL.parse(headers.origin ?? '')?.host === host : from === 'same-origin'
}
