import type { Submission } from './submission.ts'
import type { ExecuteAction, Flow } from '../../../schemas/flow/flow.ts'
import type { AnswerRecord, StepRef } from '../../../schemas/visitor/answer.ts'
import { leavesUnanswered } from '../../flow/consent/agreement.ts'
import { asKept, decode } from '../../flow/answers/data.ts'
import { findStep, sameStep, showsConsent } from '../../flow/elements/elements.ts'
import { judge, standingOf, type Verdict } from '../../flow/judge.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { languagesOf } from '../../flow/languages/language.ts'
import { agreedPart } from '../../flow/answers/offerConsents.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import { markHuman } from './botDetection.ts'
import { insistableIn, noteDoubts, type DoubtDeps } from './insisting.ts'
import { stepsThatCount } from './handedOver.ts'
import { checkStep, type MayInsist } from '../outside/checkStep.ts'
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
import { noteCounted, impliedEvents } from './impliedEvents.ts'
import type { NewLead } from '../../store/nouns/leads/leadTypes.ts'
import type { NewMail } from '../../store/nouns/mails/mailTypes.ts'
import type { SessionRecord, StepRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import { stepErrors } from '../publish/validators.ts'
import { CHARACTERS_A_PLACE, charactersOf, shareAddress, type Visitor, type Visitors } from './visitors.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

/** Reason that a submission isn't recorded. Without `errors`, its place in the flow is wrong, not its answers. */
export interface Refused {
  reason: string
  errors: FieldError[]
  /** Step that must be answered first, in a visit that moved. */
  step?: StepRef
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

async function judgeAndRecord(ctx: StepDeps, visitor: Visitor, sent: Sent): Promise<Refused | null> {
  const { submission, sender } = sent
  const { session } = visitor
  const known = session.steps.find((step) => step.id === submission.id)
  if (known) {
    if (!(await isSame(ctx, session, known, submission))) return OTHER
    // The store tells if it is still saved.
    await ctx.store.appendStep(session.uuid, known)
    return null
  }
  const excess = excessOf(visitor, sent)
  if (excess) return excess
  const accepted = await accept(ctx, visitor, submission)
  if ('reason' in accepted) return accepted
  const { step, actions } = stepOf(accepted, sent, ctx.now())
  const outgoing = await outgoingOf(ctx, visitor, accepted, { step, actions })
  if ('reason' in outgoing) return outgoing
  charge(ctx.budgets, visitor, sender, outgoing)
  // The page itself sends hidden steps, even to a bot.
  if (accepted.verdict.step.type !== 'hidden') await markHuman(ctx, visitor)
  return (await keep(ctx, visitor, accepted, { step, outgoing, sent })) ? null : OUTDATED
}

/** Limit of the session that a submission would exceed; null if there is none. */
function excessOf(
  { session: { steps }, characters }: Visitor,
  { submission: { answers }, page_url }: Sent,
): Refused | null {
  if (steps.length >= STEPS_PER_SESSION)
    return { reason: REFUSALS.sessionSubmissions(STEPS_PER_SESSION), errors: [] }
  if (characters + charactersOf({ answers, page_url }, steps.at(-1)) > CHARACTERS_PER_SESSION)
    return { reason: REFUSALS.sessionCharacters(CHARACTERS_PER_SESSION), errors: [] }
  return null
}

/** A submission that the flow could have asked for, with answers that it accepts. */
interface Accepted {
  /** The session by which it was judged. */
  session: SessionRecord
  /** The flow as published, and in the language of the submission. */
  written: Flow
  flow: Flow
  verdict: Extract<Verdict, { ok: true }>
  /** Its answers, with those that checks filled in. */
  answers: AnswerRecord[]
  mayInsist: MayInsist
}

/** Judges a submission by the flow, the external checks of its step, and the flow's schemas. */
async function accept(ctx: StepDeps, visitor: Visitor, submission: Submission): Promise<Accepted | Refused> {
  const { session } = visitor
  const version = await versionOf(ctx, session)
  const written = version.flow
  if (submission.language && !languagesOf(written).includes(submission.language))
    return { reason: REFUSALS.otherLanguage(submission.language), errors: [] }
  const flow = inLanguage(written, submission.language)
  const course = { flow, origin: session.origin }
  visitor.standing ??= standingOf({ ...course, flow: written }, stepsThatCount(written, session))
  const judged = judge(course, visitor.standing, submission)
  if (!judged.ok) return { ...judged, ...askedFirst(visitor) }
  const mayInsist = insistableIn(ctx, session)
  const records = submission.answers
  const found = await checkStep(ctx.checks, flow, { ...judged, records, mayInsist })
  if (found.errors.length > 0) {
    await noteDoubts(ctx, visitor, found.doubts)
    return { reason: REFUSALS.checkSaysNo, errors: found.errors }
  }
  const answers = asKept(flow, judged.step, { records, fills: found.fills })
  const verdict = sameAnswers(answers, records)
    ? judged
    : judge(course, visitor.standing, { ...submission, answers })
  if (!verdict.ok) return verdict
  const { step, data } = verdict
  const isAnotherConsent =
    showsConsent(step) && session.steps.filter((one) => sameStep(one, submission)).length >= CONSENTS_PER_STEP
  if (isAnotherConsent) return { reason: REFUSALS.consentsOfStep(CONSENTS_PER_STEP), errors: [] }
  const errors = leavesUnanswered(flow, step, data) ? [] : stepErrors(version, submission, data)
  if (errors.length > 0) return { reason: REFUSALS.schemaSaysNo, errors }
  const contradiction = contradicted(flow, { step, data }, submission.seen)
  if (contradiction) return { reason: contradiction, errors: [] }
  return { session, written, flow, verdict, answers, mayInsist }
}

/** Step that a moved visit asks for now. A browser that takes its visit back may be beyond a step that no longer counts for it. */
function askedFirst({ session, standing }: Visitor): Pick<Refused, 'step'> {
  const { offer_key, step_key } = standing?.current ?? {}
  return session.moved && offer_key !== undefined && step_key !== undefined
    ? { step: { offer_key, step_key } }
    : {}
}

/** The step to record, and the actions that it takes. `at`: UTC epoch ms. */
function stepOf(
  { flow, verdict, answers }: Accepted,
  { submission, page_url }: Sent,
  at: number,
): { step: StepRecord; actions: ExecuteAction[] } {
  const { id, offer_key, step_key, language, time_on_step } = submission
  // A later step that was answered before may have withdrawn an earlier consent.
  const actions = verdict.actions.flatMap((action) =>
    action.name === 'send_lead' ? (agreedPart(flow, offer_key, action, verdict.after.fields) ?? []) : action,
  )
  const step = {
    id,
    offer_key,
    step_key,
    ...(language && { language }),
    answers: withoutUngiven(flow, verdict, answers),
    time_on_step,
    execute_actions: actions.map(({ name }) => name),
    page_url,
    at,
  }
  return { step, actions }
}

/** Everything that a step sends to others. */
interface Outgoing {
  lead: NewLead | null
  mails: NewMail[]
  /** Address for the confirmation of the lead. */
  confirmedTo: string | null
}

/** Lead and emails that a step makes due. Refuses the step if checks refuse an earlier answer of the lead. */
async function outgoingOf(
  ctx: StepDeps,
  visitor: Visitor,
  { session, flow, verdict, mayInsist }: Accepted,
  { step, actions }: { step: StepRecord; actions: readonly ExecuteAction[] },
): Promise<Outgoing | Refused> {
  const { offer_key: offer, step_key, at } = step
  const { answers, fields } = verdict.after
  const selling = actions.filter(({ name }) => name === 'send_lead')
  const source = { flow, session, answers, recorded: [...stepsThatCount(flow, session), step] }
  const due =
    selling.length > 0 ? await leadOf(selling, source, { offer, at, checks: ctx.checks, mayInsist }) : null
  if (due && 'errors' in due) {
    await noteDoubts(ctx, visitor, due.doubts)
    return { reason: REFUSALS.earlierCheckSaysNo, errors: due.errors }
  }
  const lead = due && due.lead
  const mailing = actions.filter(({ name }) => name === 'send_email')
  return {
    lead,
    mails: mailsOf(mailing, fields, { offer, step: step_key }),
    confirmedTo: lead && confirmedTo(flow, fields, ctx.settings),
  }
}

/** Charges the sender's network for what a step stores besides the submission, which has been paid for. Throws 429 if that is too much. */
function charge(
  budgets: Budgets,
  { bytesAsStranger }: Visitor,
  { ip }: Sender,
  { lead, mails, confirmedTo }: Outgoing,
): void {
  // A few bytes of answers may make a lead of all earlier answers.
  if (lead) budgets.spend(ip, 'visitors', JSON.stringify(lead.payload).length)
  const letters = mails.length + (confirmedTo === null ? 0 : 1)
  if (letters > 0) budgets.spend(ip, 'visitors', letters * MAIL_BYTES + JSON.stringify(mails).length)
  if (bytesAsStranger > 0) budgets.spend(ip, 'visitors', bytesAsStranger)
}

/** Stores a step with everything that it makes due, and wakes the senders. Resolves to false, and stores nothing, if another process has
 *  recorded a step of the session since. */
async function keep(
  ctx: StepDeps,
  visitor: Visitor,
  { session, written, flow, verdict }: Accepted,
  { step, outgoing, sent: { submission, sender } }: { step: StepRecord; outgoing: Outgoing; sent: Sent },
): Promise<boolean> {
  const { step: asking, data, after } = verdict
  const { lead, mails } = outgoing
  const events = impliedEvents(flow, visitor, { step, fields: after.fields })
  const left = { flow, step, fields: after.fields, isLead: lead !== null }
  const vendorEvents = eventsOfStep(ctx.pixels, visitor, left, sender)
  const isKept = await ctx.store.appendStep(session.uuid, step, {
    ...vendorEvents,
    ...outgoing,
    consents: consentsOf({ flow, written, step: asking, data, session, at: step.at }, submission, sender),
    opt_out: sender.opt_out,
    events,
    judgedAfter: session.steps.length,
  })
  if (!isKept) return false
  noteCounted(visitor, events)
  Object.assign(visitor.pixelIds, vendorEvents.pixelIds)
  session.steps.push(step)
  visitor.characters += charactersOf(step, session.steps.at(-2))
  if (visitor.bytesAsStranger > 0) ctx.budgets.refund(sender.ip, visitor.bytesAsStranger)
  visitor.bytesAsStranger = 0
  shareAddress(session.steps, session.steps.length - 1)
  visitor.standing = after
  if (visitor.characters > CHARACTERS_A_PLACE) await ctx.visitors.updateSize(session.uuid)
  ctx.metrics.stepsRecorded.inc()
  if (lead) ctx.signals.emit('lead')
  if (mails.length > 0) ctx.signals.emit('mail')
  if (vendorEvents.pixelEvents.length > 0) ctx.signals.emit('pixelEvent')
  return true
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
