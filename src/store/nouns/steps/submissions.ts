import type { NewConsent, SessionEvent, StepRecord } from '../sessions/sessionTypes.ts'
import type { TrackingId } from '../../../../schemas/kernel/session.ts'
import { moveSql, setSql } from '../../kernel/deliveryLife.ts'
import { keepDoubtsOf } from '../inDoubt/saleDoubts.ts'
import { keepAuthorText, keepBrowserText } from '../../kernel/keptTexts.ts'
import { keepLead } from '../leads/keptLeads.ts'
import { keepConfirmation, keepMail } from '../mails/mails.ts'
import { keepPixelEvents } from '../pixels/pixelEvents.ts'
import { keepPixelIds } from '../pixels/pixelIds.ts'
import { optOut } from '../privacy/optOuts.ts'
import { command, run, together, type Rule } from '../../kernel/statement.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { certificatesOf, recount } from '../totals/hours.ts'
import { count, notErased, sessionRow, type SessionRow } from '../sessions/counting.ts'
import { ofSession } from '../../kernel/writeScopes.ts'
import type { NewLead } from '../leads/leadTypes.ts'
import type { NewMail } from '../mails/mailTypes.ts'
import type { NewPixelEvent } from '../pixels/pixelTypes.ts'

/** Data that is saved with a step, in the same transaction. */
export interface Carried {
  lead?: NewLead | null
  consents?: NewConsent[]
  mails?: NewMail[]
  /** Email address for the email about who got their leads; null if they get no email. */
  confirmedTo?: string | null
  pixelEvents?: NewPixelEvent[]
  /** IDs that vendors' scripts have given the browser by now, by cookie name. */
  pixelIds?: Record<string, string>
  /** Events that the step proves, which are counted unless they already are. */
  events?: SessionEvent[]
  /** Opt-out signal of the browser, 'gpc' or 'do_not_sell'; null if none. */
  opt_out?: string | null
  /** Number of the session's submissions when the step was judged; if absent, it is saved regardless. */
  judgedAfter?: number
}

/** False if the ID was known, or if the session doesn't have the `judgedAfter` submissions that the step was judged by; then nothing was
 *  saved or counted again. Rejects if the session doesn't exist. Data carried by the step is saved in the same transaction: its consents,
 *  the events it proves, an opt-out, and a lead with its deliveries. A buyer gets one lead per session and offer; one that is due again
 *  replaces those not attempted yet. */
function* appendStep(
  context: WriteContext,
  uuid: string,
  step: StepRecord,
  {
    lead,
    consents = [],
    mails = [],
    confirmedTo = null,
    events = [],
    pixelEvents = [],
    pixelIds = {},
    opt_out,
    judgedAfter,
  }: Carried = {},
): Rule<boolean> {
  const isNew = yield* keepStep(uuid, step, judgedAfter ?? null)
  if (!isNew) yield* notErased(uuid)
  else if (
    lead ||
    [consents, mails, events, pixelEvents, Object.keys(pixelIds)].some(({ length }) => length > 0)
  ) {
    const row = yield* sessionRow(uuid)
    const { session } = row
    const keepProof = keepConsents(context, row, step, { events, consents })
    yield* consents.length > 0 || events.some(({ kind }) => kind === 'registration')
      ? recount(context, certificatesOf(session), keepProof)
      : keepProof
    if (lead) yield* keepLead(context, { row, uuid }, lead, step.at)
    for (const mail of mails) yield* keepMail(session, mail, step.at)
    if (confirmedTo !== null) yield* keepConfirmation(session, confirmedTo, step.at)
    yield* keepPixelIds(session, pixelIds)
    yield* keepPixelEvents(session, pixelEvents, { at: step.at })
  }
  if (opt_out) yield* optOut({ session_uuid: uuid, phone: null, email: null, source: opt_out, at: step.at })
  return isNew
}

function* keepConsents(
  context: WriteContext,
  row: SessionRow,
  step: StepRecord,
  { events, consents }: Required<Pick<Carried, 'events' | 'consents'>>,
): Rule<void> {
  for (const event of events) yield* count(context, row, event)
  for (const consent of consents) yield* keepConsent(row.session, step, consent)
}

function* keepStep(uuid: string, step: StepRecord, judgedAfter: number | null): Rule<boolean> {
  const changes = yield* run(
    submissionSql.step,
    uuid,
    step.id,
    step.offer_key,
    step.step_key,
    JSON.stringify(step.answers),
    step.time_on_step,
    JSON.stringify(step.execute_actions),
    step.page_url,
    step.at,
    judgedAfter,
    step.language ?? null,
  )
  return changes === 1
}

function* keepConsent(session: number, { id, offer_key }: StepRecord, consent: NewConsent): Rule<void> {
  const changes = yield* run(
    submissionSql.consent,
    session,
    id,
    consent.field,
    yield* keepAuthorText(consent.text),
    consent.flow_sha256,
    yield* keepAuthorText(JSON.stringify(consent.sellers)),
    JSON.stringify(consent.control),
    consent.browser_at,
    consent.ip,
    yield* keepBrowserText(consent.user_agent),
    consent.opt_out,
    JSON.stringify(consent.certificates),
    yield* keepBrowserText(consent.html),
    consent.decision,
    consent.seller ?? null,
  )
  if (changes !== 1 || consent.decision === 'agreed') return
  yield* run(submissionSql.suppressRefused, session, offer_key, consent.field, consent.seller ?? null)
  yield* keepDoubtsOf(JSON.stringify([session]))
}

function* patchSession(context: WriteContext, uuid: string, id: TrackingId, value: string): Rule<void> {
  const { session } = yield* notErased(uuid)
  const patch = run(patchSql[id], value, session)
  if (id === 'ef_transaction_id') yield* patch
  else yield* recount(context, certificatesOf(session), patch)
}

interface LinkOut {
  uuid: string
  session_uuid: string
  offer: string
  step: string
  at: number
}

/** False if this link-out's uuid was known. */
function* linkOut({ uuid, session_uuid, offer, step, at }: LinkOut): Rule<boolean> {
  const { session } = yield* sessionRow(session_uuid)
  return (yield* run(submissionSql.linkOut, uuid, session, offer, step, at)) === 1
}

const refused = moveSql('consentRefused')

const submissionSql = {
  step: command(
    `INSERT INTO steps
       (session, id, offer_key, step_key, answers, time_on_step, execute_actions, page_url, at, language)
     SELECT session, $2, $3, $4, $5, $6, $7, NULLIF($8, page_url), $9, $11 FROM sessions
     WHERE uuid = $1 AND forgotten = 0
       AND (CAST($10 AS BIGINT) IS NULL
         OR (SELECT COUNT(*) FROM steps WHERE steps.session = sessions.session) = CAST($10 AS BIGINT))
     ON CONFLICT DO NOTHING`,
    together(
      {
        uuid: 'text',
        id: 'text',
        offer_key: 'text',
        step_key: 'text',
        answers: 'text',
        time_on_step: 'integer',
        execute_actions: 'text',
        page_url: 'text',
        at: 'integer',
        judged_after: 'integer',
        shown_in: 'text',
      },
      (asked) => `WITH new AS (
         SELECT session, asked.*, NULLIF(asked.page_url, sessions.page_url) AS other_page
         FROM ${asked} JOIN sessions USING (uuid)
         WHERE forgotten = 0
           AND (judged_after IS NULL
             OR (SELECT COUNT(*) FROM steps WHERE steps.session = sessions.session) = judged_after)
       ), kept AS (
         INSERT INTO steps
           (session, id, offer_key, step_key, answers, time_on_step, execute_actions, page_url, at, language)
         SELECT session, id, offer_key, step_key, answers, time_on_step, execute_actions, other_page, at, shown_in FROM new
         ON CONFLICT DO NOTHING RETURNING session
       ) SELECT caller FROM new WHERE (session IN (SELECT session FROM kept)) IS TRUE`,
    ),
  ),
  consent: command(
    `INSERT INTO consents (session, submission, field, text, flow_sha256, sellers, control, browser_at,
       ip, user_agent, opt_out, certificates, html, decision, seller)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING`,
  ),
  // Deliveries in progress that rely on a consent given earlier.
  suppressRefused: command(
    `UPDATE outbox SET ${setSql(refused.assignments)}
     WHERE session = $1 AND (offer = $2 OR offer || '_tcpa' = $3) AND buyer = COALESCE($4, buyer)
       AND ${refused.condition}`,
  ),
  linkOut: command(
    'INSERT INTO link_outs (uuid, session, offer, step, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
  ),
}

const patch = (column: TrackingId) => command(`UPDATE sessions SET ${column} = $1 WHERE session = $2`)

export const patchSql: Record<TrackingId, ReturnType<typeof patch>> = {
  jornaya_lead_id: patch('jornaya_lead_id'),
  trustedform_cert_url: patch('trustedform_cert_url'),
  ef_transaction_id: patch('ef_transaction_id'),
}

export const stepNoun = {
  writes: ofSession({ linkOut }, ({ session_uuid }: LinkOut) => session_uuid),
  writesInContext: ofSession({ appendStep, patchSession }),
  sql: submissionSql,
}
