import type { StepSubmission } from '../../schemas/answer.ts'
import { judge, recordedAnswers } from '../flow/judge.ts'
import type { FieldError } from '../flow/validations.ts'
import { walk } from '../flow/walk.ts'
import type { Context } from './context.ts'
import type { SessionRecord, Version } from './store/store.ts'
import { schemaErrors } from './validators.ts'

/** Why a submission is not recorded. Without `errors` it is its place in the flow that is wrong, not its answers. */
export interface Refused {
  reason: string
  errors: FieldError[]
}

/** A flow has some dozens of steps; who goes back and forth answers a few of them again. */
const STEPS_PER_SESSION = 500

/** Judges one submission by the flow that the session runs, and records it: it is stored when this resolves to null.
 *  One that is recorded already is recorded still, whatever the flow says of it now.
 *  A session's submissions must come here one after another. */
export async function recordStep(
  ctx: Context,
  session: SessionRecord,
  { submission, page_url }: { submission: StepSubmission; page_url: string },
): Promise<Refused | null> {
  const { id, answers, offer_key, step_key, time_on_step } = submission
  if (session.steps.some((step) => step.id === id)) return null
  if (session.steps.length >= STEPS_PER_SESSION)
    return {
      reason: `The session has ${STEPS_PER_SESSION} submissions, which is all it may have.`,
      errors: [],
    }
  const version = await ctx.versions.get(session.version)
  if (!version)
    throw new Error(`The session ${session.uuid} runs version ${session.version}, which is not stored.`)
  const verdict = judge(version.flow, session.origin, session.steps, submission)
  if (!verdict.ok) return verdict
  const errors = schemaErrors(version.validators, submission, verdict.data)
  if (errors.length > 0) return { reason: 'The answers do not fit the step’s schema.', errors }
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
  return null
}

/** The lead is every field that is known when the action falls due. */
async function keepLead({ store, now }: Context, session: SessionRecord, { flow }: Version): Promise<void> {
  const { fields } = walk(flow, session.origin, recordedAnswers(flow, session.origin, session.steps))
  const lead = Object.entries(fields).map(([field, value]) => [field, [value].flat().join(',')])
  await store.storeLead(session.uuid, Object.fromEntries(lead), now())
}
