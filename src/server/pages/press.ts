import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../schemas/flow/languages.ts'
import { complete, encode, withInsisted } from '../../flow/answers/data.ts'
import { findStep, inputs, showsConsent } from '../../flow/elements/elements.ts'
import { begin } from '../../flow/journey.ts'
import { recordedAnswers, standingOf } from '../../flow/judge.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { START_AGAIN_INPUT, STEP_INPUT, type RefusedPost } from '../../flow/page.ts'
import { externalChecks, inputFields } from '../../flow/validations/validations.ts'
import { LETTERS } from '../../texts/languages/letterSentences.ts'
import type { SessionRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import { bytesOf, spendFor } from '../limits/budgets.ts'
import { stepsThatCount } from '../visitors/handedOver.ts'
import { insistableIn } from '../visitors/insisting.ts'
import { PAGE_URL_LENGTH, recordStep, type Refused, type StepDeps } from '../visitors/recordStep.ts'
import { USER_AGENT_LENGTH } from '../visitors/sessions.ts'
import type { Submission } from '../visitors/submission.ts'
import { addressOf, heldVisit, optOutOf, siteOf, type SiteDeps } from '../visitors/visit.ts'
import { inTurn, type Visitor } from '../visitors/visitors.ts'
import { postedAnswers } from './postedAnswers.ts'
import { readMark } from './servedForm.ts'

/** Longest markup of a step that is kept as evidence. */
const HTML_LENGTH = 32 * 1024

interface PressDeps extends StepDeps, SiteDeps {
  /** Name of the build that draws steps. */
  build: string
  /** The form of the visit's current step as drawn in a language, with what was posted in it. */
  drawForm: (request: FastifyRequest, shown: ShownForm) => Promise<string>
}

/** A posted form of a visit. */
export interface ShownForm {
  version: Version
  record: SessionRecord
  language: Language
  posted: RefusedPost
}

/** Records a posted form as if the page had sent it, with the hidden steps around it, if it is for the visitor's current step. A consent
 *  is recorded with the step as the server drew it, so a form without the mark of such a drawing isn't recorded, nor is anything else.
 *  Resolves to the messages for the step's fields; null if there are none. */
export async function takePress(ctx: PressDeps, request: FastifyRequest): Promise<RefusedPost | null> {
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
    if (!stop || stop.id !== body.get(STEP_INPUT)) return null
    const { offer_key, step_key } = stop
    const served = showsConsent(stop.step) ? markOf(ctx, body, { session, step: stop.id }) : null
    if (showsConsent(stop.step) && !served) return null
    const language = served?.language ?? session.language
    const shown = inLanguage(flow, language)
    const step = findStep(shown, stop) ?? stop.step
    const data = complete(shown, step, postedAnswers(shown, step, body))
    const posted = { step: { offer_key, step_key }, data, errors: [] }
    const seen = served && {
      at: served.at,
      control: '',
      html: (await ctx.drawForm(request, { version, record: session, language, posted })).slice(
        0,
        HTML_LENGTH,
      ),
    }
    await passHidden(ctx, request, { visitor, version })
    // A visitor who posts a value again that a check called unknown means it.
    const insisted = externalChecks(shown, step, data).filter(insistableIn(ctx, session))
    const answer = {
      offer_key,
      step_key,
      answers: withInsisted(shown, step, {
        records: encode(shown, step, data),
        insisted: insisted.map(({ field }) => field),
      }),
      language,
      ...(seen && { seen }),
    }
    const refused = await submit(ctx, request, { visitor, answer, served_at: served?.at })
    if (!refused) await passHidden(ctx, request, { visitor, version })
    const fields = new Set(
      inputs(step).flatMap((element) => inputFields(flow, element).map(({ field }) => field)),
    )
    const { PLAIN_FORM } = LETTERS[language]
    const errors = (refused?.errors ?? []).flatMap(({ insistable, ...error }) => {
      if (!fields.has(error.field)) return []
      return insistable ? { ...error, message: PLAIN_FORM.sendAgain(error.message) } : error
    })
    return errors.length > 0 ? { ...posted, errors } : null
  })
}

function markOf(
  { clickSecret, build }: PressDeps,
  body: URLSearchParams,
  { session: { uuid, version }, step }: { session: SessionRecord; step: string },
) {
  return readMark(body, clickSecret, { session_uuid: uuid, version, step, build })
}

/** Records the hidden steps before the visitor's next one, which the page's script would send. */
async function passHidden(
  ctx: PressDeps,
  request: FastifyRequest,
  { visitor, version: { flow } }: { visitor: Visitor; version: Version },
): Promise<void> {
  const { session } = visitor
  const { origin, language } = session
  const [, effects] = begin({ flow, origin }, recordedAnswers(flow, origin, stepsThatCount(flow, session)))
  for (const effect of effects)
    if (effect.type === 'step')
      await submit(ctx, request, { visitor, answer: { ...effect.step, answers: effect.answers, language } })
}

/** Submits a step for a browser without our scripts. `served_at`: time when its page was sent, for a step with a consent. */
function submit(
  ctx: PressDeps,
  request: FastifyRequest,
  {
    visitor,
    answer,
    served_at,
  }: {
    visitor: Visitor
    answer: Omit<Submission, 'id' | 'time_on_step' | 'execute_actions'>
    served_at?: number | undefined
  },
): Promise<Refused | null> {
  const submission = { id: randomUUID(), time_on_step: 0, execute_actions: [], ...answer }
  const page_url = addressOf(request).slice(0, PAGE_URL_LENGTH)
  const sender = {
    ip: request.ip,
    user_agent: String(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH),
    opt_out: optOutOf(request) ?? null,
    cookies: request.headers.cookie ?? '',
    ...(served_at !== undefined && { served_at }),
  }
  spendFor(ctx, visitor, { ip: request.ip, bytes: bytesOf([submission, page_url]) })
  return recordStep(ctx, visitor, { submission, page_url, sender })
}

/** True if the visitor posted a form to start over as a new visitor. */
export function asksToStartAgain(request: FastifyRequest): boolean {
  const { body } = request
  return body instanceof URLSearchParams && body.has(START_AGAIN_INPUT) && isOwnForm(request)
}

/** True if one of our own pages posted it; another site must not answer for its readers. The cookie ensures this too, in browsers that
 *  respect SameSite. Source: W3C Fetch Metadata. */
export function isOwnForm({ headers, host }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site']
  return from === undefined ? URL.parse(headers.origin ?? '')?.host === host : from === 'same-origin'
}
