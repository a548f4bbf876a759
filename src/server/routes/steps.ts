import type { StepSubmission } from '../../../schemas/answer.ts'
import { judge, recordedAnswers } from '../../flow/judge.ts'
import { walk } from '../../flow/walk.ts'
import type { Handlers } from '../calls.ts'
import type { Context } from '../context.ts'
import { refusal } from '../problem.ts'
import type { Version } from '../store/store.ts'
import { schemaErrors } from '../validators.ts'
import type { Visitor } from '../visitors.ts'

export function steps(ctx: Context) {
  return {
    'POST /api/sessions/step': async ({ body, visitor, request }) => {
      const page_url = String(request.headers['pageurl'] ?? '').slice(0, PAGE_URL_LENGTH)
      const turn = visitor.turn.then(() => record(ctx, visitor, { submission: body, page_url }))
      visitor.turn = turn.catch(() => undefined)
      return turn
    },
  } satisfies Partial<Handlers>
}

const PAGE_URL_LENGTH = 4000

/** A flow has some dozens of steps; who goes back and forth answers a few of them again. */
const STEPS_PER_SESSION = 500

/** Judges one submission by the flow that the session runs and records it; what the flow would not have asked, or not
 *  accepted, is refused and set aside. A submission that is recorded already is recorded still. */
async function record(
  ctx: Context,
  { session }: Visitor,
  { submission, page_url }: { submission: StepSubmission; page_url: string },
): Promise<void> {
  const { id, answers, offer_key, step_key, time_on_step } = submission
  if (session.steps.some((step) => step.id === id)) return
  if (session.steps.length >= STEPS_PER_SESSION)
    throw refusal(422, `The session has ${STEPS_PER_SESSION} submissions, which is all it may have.`)
  const version = await ctx.versions.get(session.version)
  if (!version)
    throw new Error(`The session ${session.uuid} runs version ${session.version}, which is not stored.`)
  const verdict = judge(version.flow, session.origin, session.steps, submission)
  const errors = verdict.ok ? schemaErrors(version.validators, submission, verdict.data) : verdict.errors
  if (!verdict.ok || errors.length > 0) {
    const reason = verdict.ok ? 'The answers do not fit the step’s schema.' : verdict.reason
    await setAside(ctx, submission, reason)
    throw refusal(422, reason, { errors })
  }
  const at = ctx.now()
  const step = {
    id,
    offer_key,
    step_key,
    answers,
    time_on_step,
    execute_actions: verdict.actions,
    page_url,
    at,
  }
  await ctx.store.appendStep(session.uuid, step)
  session.steps.push(step)
  ctx.metrics.stepsRecorded.inc()
  if (verdict.actions.includes('send_lead')) await keepLead(ctx, session, version)
}

async function setAside(
  { store, metrics, now }: Context,
  submission: StepSubmission,
  reason: string,
): Promise<void> {
  metrics.stepsRefused.inc()
  const { session_token: _secret, ...shown } = submission
  await store.quarantine({
    session_uuid: submission.session_uuid,
    call: 'POST /api/sessions/step',
    reason,
    body: JSON.stringify(shown),
    at: now(),
  })
}

/** The lead is every field known when the action falls due. */
async function keepLead(
  { store, now }: Context,
  session: Visitor['session'],
  { flow }: Version,
): Promise<void> {
  const { fields } = walk(flow, session.origin, recordedAnswers(flow, session.steps))
  const lead = Object.entries(fields).map(([field, value]) => [field, [value].flat().join(',')])
  await store.storeLead(session.uuid, Object.fromEntries(lead), now())
}
