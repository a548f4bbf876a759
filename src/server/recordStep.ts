import type { StepSubmission } from '../../schemas/answer.ts'
import { consents, sameStep } from '../flow/elements.ts'
import { judge, standingOf } from '../flow/judge.ts'
import type { FieldError } from '../flow/validations.ts'
import { attend } from './attendance.ts'
import { consentsGiven, type Sender } from './consents.ts'
import type { Context } from './context.ts'
import { leadOf } from './leads/due.ts'
import { schemaErrors } from './validators.ts'
import { CHARACTERS_A_PLACE, charactersOf, shareAddress, type Visitor } from './visitors.ts'

/** Why a submission is not recorded. Without `errors` it is its place in the flow that is wrong, not its answers. */
export interface Refused {
  reason: string
  errors: FieldError[]
}

/** A flow has some dozens of steps; who goes back and forth answers a few of them again. */
const STEPS_PER_SESSION = 500
/** Each keeps what its page showed, up to 32 KiB. */
const CONSENTS_PER_STEP = 20
/** A flow answered to its end is some 3,000 characters, a dozen long descriptions 60,000; and a body of a hundred bytes
 *  inflates to a step of many thousands. The page's address, up to 4,000, comes with every step and seldom changes. */
const CHARACTERS_PER_SESSION = 100_000

/** Judges one submission by the flow that the session runs, and records it: it is stored when this resolves to null.
 *  One that is recorded already is recorded still, whatever the flow says of it now.
 *  A session's submissions must come here one after another. */
export async function recordStep(
  ctx: Context,
  visitor: Visitor,
  { submission, page_url, sender }: { submission: StepSubmission; page_url: string; sender: Sender },
): Promise<Refused | null> {
  const { session } = visitor
  const { id, answers, offer_key, step_key, time_on_step } = submission
  if (session.steps.some((step) => step.id === id)) return null
  if (session.steps.length >= STEPS_PER_SESSION)
    return {
      reason: `The session has ${STEPS_PER_SESSION} submissions, which is all it may have.`,
      errors: [],
    }
  const characters = charactersOf([...session.steps, { answers, page_url }])
  if (characters > CHARACTERS_PER_SESSION)
    return {
      reason: `The session has ${CHARACTERS_PER_SESSION} characters of answers, which is all it may have.`,
      errors: [],
    }
  const version = await ctx.versions.get(session.version)
  if (!version)
    throw new Error(`The session ${session.uuid} runs version ${session.version}, which is not stored.`)
  const { flow } = version
  const course = { flow, origin: session.origin }
  visitor.standing ??= standingOf(course, session.steps)
  const verdict = judge(course, visitor.standing, submission)
  if (!verdict.ok) return verdict
  if (
    consents(verdict.step).length > 0 &&
    session.steps.filter((step) => sameStep(step, submission)).length >= CONSENTS_PER_STEP
  )
    return {
      reason: `The consent of this step was given ${CONSENTS_PER_STEP} times, which is all it may be.`,
      errors: [],
    }
  const errors = schemaErrors(version, verdict.step, verdict.data)
  if (errors.length > 0) return { reason: 'The answers do not fit the step’s schema.', errors }
  const at = ctx.now()
  const step = {
    id,
    offer_key,
    step_key,
    answers,
    time_on_step,
    execute_actions: verdict.actions.map(({ name }) => name),
    page_url,
    at,
  }
  const selling = verdict.actions.filter(({ name }) => name === 'send_lead')
  const known = { flow, session, answers: verdict.after.answers }
  const lead = selling.length > 0 ? await leadOf(selling, known, { offer: offer_key, at }) : null
  const given = consentsGiven({ flow, step: verdict.step, session, at }, submission, sender)
  // A hidden step is sent by the page itself, whoever opened it.
  if (verdict.step.type !== 'hidden') await attend(ctx, visitor)
  await ctx.store.appendStep(session.uuid, step, { lead, consents: given, opt_out: sender.opt_out })
  session.steps.push(step)
  shareAddress(session.steps, session.steps.length - 1)
  visitor.standing = verdict.after
  if (characters > CHARACTERS_A_PLACE) await ctx.visitors.weigh(session.uuid)
  ctx.metrics.stepsRecorded.inc()
  if (lead) ctx.onLead()
  return null
}
