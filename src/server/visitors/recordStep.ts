import type { Submission } from './submission.ts'
import type { AnswerRecord } from '../../../schemas/visitor/answer.ts'
import { leavesUnanswered } from '../../flow/consent/agreement.ts'
import { asKept, decode } from '../../flow/answers/data.ts'
import { findStep, sameStep, showsConsent } from '../../flow/elements/elements.ts'
import { judge, standingOf } from '../../flow/judge.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { languagesOf } from '../../flow/languages/language.ts'
import { agreedPart } from '../../flow/answers/offerConsents.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import { markHuman } from './botDetection.ts'
import { insistableIn, noteDoubts, type DoubtDeps } from './insisting.ts'
import { stepsThatCount } from './movedVisit.ts'
import { checkStep } from '../outside/checkStep.ts'
import { consentsOf, contradicted, withoutUngiven, type Sender } from './stepConsents.ts'
import type { Budgets } from '../limits/budgets.ts'
import type { Checks } from '../outside/externalChecks.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Pixels } from '../pixels/pixelFormats.ts'
import type { Settings } from '../settings/settings.ts'
import type { StoreAndClock, DueSignals } from '../kernel/ports.ts'
import type { Versions } from '../publish/versions.ts'
import { MAIL_BYTES } from '../limits/limits.ts'
import { eventsOfStep } from '../pixels/pixelEventsOf.ts'
import { confirmedTo } from '../mail/confirmation.ts'
import { mailsOf } from '../mail/mailsOf.ts'
import { leadOf } from '../leads/leadOf.ts'
import { noteCounted, provedBy } from './proved.ts'
import type { SessionRecord, StepRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import { stepErrors } from '../publish/validators.ts'
import { CHARACTERS_A_PLACE, charactersOf, shareAddress, type Visitor, type Visitors } from './visitors.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'

/** Reason that a submission isn't recorded. Without `errors`, its place in the flow is wrong, not its answers. */
export interface Refused {
  reason: string
  errors: FieldError[]
  /** Set if its ID is that of another submission. */
  isOther?: true
}

/** Longest page address that is stored with a step. */
export const PAGE_URL_LENGTH = 4000
/** A flow has a few dozen steps; a visitor who goes back and forth answers some of them again. */
const STEPS_PER_SESSION = 500
/** Each keeps what its page showed, up to 32 KiB. */
const CONSENTS_PER_STEP = 20
/** A completed flow is about 3,000 characters, a dozen long descriptions 60,000; but a body of a hundred bytes can inflate to a step of
 *  many thousands. The page's address, up to 4,000, comes with every step and rarely changes. */
const CHARACTERS_PER_SESSION = 100_000

/** A submission, and how it arrived. */
interface Sent {
  submission: Submission
  page_url: string
  sender: Sender
}

export interface StepDeps extends StoreAndClock, DoubtDeps {
  visitors: Visitors
  versions: Versions
  checks: Checks
  budgets: Budgets
  pixels: Pixels
  settings: Settings
  metrics: Metrics
  signals: DueSignals
}

/** Judges a submission by the session's flow and records it; it is stored if this resolves to null. A submission that is already
 *  recorded stays recorded, whatever the flow says now. A session's submissions must come here one after another. Steps that another
 *  process recorded in the meantime are read, and the submission is judged again. */
export async function recordStep(ctx: StepDeps, visitor: Visitor, sent: Sent): Promise<Refused | null> {
  for (let judgments = 1; ; judgments++) {
    const refused = await judgeAndRecord(ctx, visitor, sent)
    if (refused === null || judgments === MOST_JUDGMENTS) return refused
    // A lone process knows what it recorded, unless a commit was reported as failed that didn't fail.
    const isUnsure = refused === OUTDATED || ctx.store.isShared
    if (!isUnsure || !(await ctx.visitors.refresh(visitor))) return refused
  }
}

/** Each repetition means that another process recorded a step of the same visitor during one judgment. */
const MOST_JUDGMENTS = 20

const OUTDATED: Refused = {
  reason: REFUSALS.othersAllTheTime,
  errors: [],
}

async function judgeAndRecord(
  ctx: StepDeps,
  visitor: Visitor,
  { submission, page_url, sender }: Sent,
): Promise<Refused | null> {
  const { session } = visitor
  const { id, answers, offer_key, step_key, time_on_step } = submission
  const known = session.steps.find((step) => step.id === id)
  if (known) {
    if (!(await isSame(ctx, session, known, submission))) return OTHER
    // The store tells if it is still saved.
    await ctx.store.appendStep(session.uuid, known)
    return null
  }
  if (session.steps.length >= STEPS_PER_SESSION)
    return {
      reason: REFUSALS.sessionSubmissions(STEPS_PER_SESSION),
      errors: [],
    }
  const characters = visitor.characters + charactersOf({ answers, page_url }, session.steps.at(-1))
  if (characters > CHARACTERS_PER_SESSION)
    return {
      reason: REFUSALS.sessionCharacters(CHARACTERS_PER_SESSION),
      errors: [],
    }
  const version = await versionOf(ctx, session)
  const written = version.flow
  if (submission.language && !languagesOf(written).includes(submission.language))
    return { reason: REFUSALS.otherLanguage(submission.language), errors: [] }
  const flow = inLanguage(written, submission.language)
  const course = { flow, origin: session.origin }
  visitor.standing ??= standingOf({ ...course, flow: written }, stepsThatCount(written, session))
  const judged = judge(course, visitor.standing, submission)
  if (!judged.ok) return judged
  const mayInsist = insistableIn(ctx, session)
  const found = await checkStep(ctx.checks, flow, { ...judged, records: answers, mayInsist })
  if (found.errors.length > 0) {
    await noteDoubts(ctx, visitor, found.doubts)
    return { reason: REFUSALS.checkSaysNo, errors: found.errors }
  }
  const own = asKept(flow, judged.step, { records: answers, fills: found.fills })
  const verdict = sameAnswers(own, answers)
    ? judged
    : judge(course, visitor.standing, { ...submission, answers: own })
  if (!verdict.ok) return verdict
  if (
    showsConsent(verdict.step) &&
    session.steps.filter((step) => sameStep(step, submission)).length >= CONSENTS_PER_STEP
  )
    return {
      reason: REFUSALS.consentsOfStep(CONSENTS_PER_STEP),
      errors: [],
    }
  const { step: asking, data } = verdict
  const errors = leavesUnanswered(flow, asking, data) ? [] : stepErrors(version, submission, data)
  if (errors.length > 0) return { reason: REFUSALS.schemaSaysNo, errors }
  const contradiction = contradicted(flow, { step: asking, data }, submission.seen)
  if (contradiction) return { reason: contradiction, errors: [] }
  const at = ctx.now()
  // A later step that was answered before may have withdrawn an earlier consent.
  const actions = verdict.actions.flatMap((action) =>
    action.name === 'send_lead' ? (agreedPart(flow, offer_key, action, verdict.after.fields) ?? []) : action,
  )
  const step = {
    id,
    offer_key,
    step_key,
    ...(submission.language && { language: submission.language }),
    answers: withoutUngiven(flow, { step: asking, data }, own),
    time_on_step,
    execute_actions: actions.map(({ name }) => name),
    page_url,
    at,
  }
  const selling = actions.filter(({ name }) => name === 'send_lead')
  const source = {
    flow,
    session,
    answers: verdict.after.answers,
    recorded: [...stepsThatCount(flow, session), step],
  }
  const due =
    selling.length > 0
      ? await leadOf(selling, source, { offer: offer_key, at, checks: ctx.checks, mayInsist })
      : null
  if (due && 'errors' in due) {
    await noteDoubts(ctx, visitor, due.doubts)
    return { reason: REFUSALS.earlierCheckSaysNo, errors: due.errors }
  }
  const lead = due && due.lead
  // A few bytes of answers may make a lead of all earlier answers.
  if (lead) ctx.budgets.spend(sender.ip, 'visitors', JSON.stringify(lead.payload).length)
  const mailing = actions.filter(({ name }) => name === 'send_email')
  const mails = mailsOf(mailing, verdict.after.fields, { offer: offer_key, step: step_key })
  const confirmed = lead && confirmedTo(flow, verdict.after.fields, ctx.settings)
  const letters = mails.length + (confirmed === null ? 0 : 1)
  if (letters > 0)
    ctx.budgets.spend(sender.ip, 'visitors', letters * MAIL_BYTES + JSON.stringify(mails).length)
  if (visitor.bytesAsStranger > 0) ctx.budgets.spend(sender.ip, 'visitors', visitor.bytesAsStranger)
  const consents = consentsOf({ flow, written, step: asking, data, session, at }, submission, sender)
  // The page itself sends hidden steps, whoever opened it.
  if (asking.type !== 'hidden') await markHuman(ctx, visitor)
  const events = provedBy(flow, visitor, { step, fields: verdict.after.fields })
  const left = { flow, step, fields: verdict.after.fields, isLead: lead !== null }
  const vendorEvents = eventsOfStep(ctx.pixels, visitor, left, sender)
  const isKept = await ctx.store.appendStep(session.uuid, step, {
    ...vendorEvents,
    lead,
    mails,
    confirmedTo: confirmed,
    consents,
    opt_out: sender.opt_out,
    events,
    judgedAfter: session.steps.length,
  })
  if (!isKept) return OUTDATED
  noteCounted(visitor, events)
  Object.assign(visitor.pixelIds, vendorEvents.pixelIds)
  session.steps.push(step)
  visitor.characters += charactersOf(step, session.steps.at(-2))
  if (visitor.bytesAsStranger > 0) ctx.budgets.refund(sender.ip, visitor.bytesAsStranger)
  visitor.bytesAsStranger = 0
  shareAddress(session.steps, session.steps.length - 1)
  visitor.standing = verdict.after
  if (characters > CHARACTERS_A_PLACE) await ctx.visitors.updateSize(session.uuid)
  ctx.metrics.stepsRecorded.inc()
  if (lead) ctx.signals.emit('lead')
  if (mails.length > 0) ctx.signals.emit('mail')
  if (vendorEvents.pixelEvents.length > 0) ctx.signals.emit('pixelEvent')
  return null
}

async function versionOf({ versions }: StepDeps, session: SessionRecord): Promise<Version> {
  const version = await versions.get(session.version)
  if (!version)
    throw new Error(`The session ${session.uuid} runs version ${session.version}, which is not stored.`)
  return version
}

const OTHER: Refused = {
  reason: REFUSALS.otherSubmission,
  errors: [],
  isOther: true,
}

/** True if a submission is the one recorded under its ID; fields that checks fill in count as recorded. */
async function isSame(
  ctx: StepDeps,
  session: SessionRecord,
  known: StepRecord,
  submission: Submission,
): Promise<boolean> {
  if (!sameStep(known, submission) || known.time_on_step !== submission.time_on_step) return false
  if (sameAnswers(known.answers, submission.answers)) return true
  if (known.language !== submission.language) return false
  const flow = inLanguage((await versionOf(ctx, session)).flow, known.language)
  const step = findStep(flow, known)
  const [recorded, sent] = [known.answers, submission.answers].map((records) => {
    const decoded = step && decode(flow, step, records)
    return decoded && 'data' in decoded
      ? asKept(flow, step, {
          records: withoutUngiven(flow, { step, data: decoded.data }, records),
          fills: {},
        })
      : undefined
  })
  return recorded !== undefined && sent !== undefined && sameAnswers(recorded, sent)
}

function sameAnswers(some: readonly AnswerRecord[], others: readonly AnswerRecord[]): boolean {
  return (
    some.length === others.length &&
    some.every((record, index) => {
      const { question_key, answer_key, raw_data, insisted } = others[index]!
      return (
        record.question_key === question_key &&
        record.answer_key === answer_key &&
        record.raw_data === raw_data &&
        record.insisted === insisted
      )
    })
  )
}
