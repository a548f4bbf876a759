import { hash } from 'node:crypto'
import type { ConsentRecord } from '../../../schemas/kernel/consent.ts'
import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import { controls, decision, meaningOf, pressedControls } from '../../flow/consent/agreement.ts'
import type { Meaning } from '../../flow/consent/buttonWords.ts'
import { buyerNames } from '../../flow/consent/buyerNames.ts'
import { consentTexts, isTicked } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { consents } from '../../flow/elements/elements.ts'
import type { Control } from '../../flow/elements/kinds.ts'
import { once } from '../../flow/kernel/once.ts'
import type { Submission } from './submission.ts'
import type { NewConsent, SessionRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

/** Sender of a submission, as the server sees it. */
export interface Sender {
  ip: string
  user_agent: string
  /** 'gpc' or 'do_not_sell' if the browser opted out. */
  opt_out: string | null
  /** Cookies as sent by the browser; vendors' scripts keep IDs there. */
  cookies: string
  /** Time when the server sent the page with the form, if the browser posted it without our scripts. */
  served_at?: number
}

/** An answered step. */
interface AnsweredStep {
  step: Step
  data: StepData
}

/** The answered step in the language in which it was shown; `written`: the flow as published. */
interface ShownStep extends AnsweredStep {
  flow: Flow
  written: Flow
  session: SessionRecord
  at: number
}

/** Answers of an accepted submission to its step's consents: what a court would ask for, as far as it is known by then. `at`: the
 *  server's clock. Source: 47 CFR 64.1200(f)(9); 16 CFR 310.5(a)(8). */
export function consentsOf(
  { flow, written, step, data, session, at }: ShownStep,
  { offer_key, seen }: Submission,
  { ip, user_agent, opt_out, served_at }: Sender,
): NewConsent[] {
  const meaning = decision(flow, step, data)
  if (meaning === null) return []
  return consentTexts(flow, step).map((consent) => ({
    decision: isTicked(consent, data) ? DECISIONS[meaning] : 'refused',
    field: consent.field,
    text: consent.text,
    flow_sha256: flowHash(written),
    sellers: buyerNames(flow, offer_key, consent.seller),
    seller: consent.seller ?? null,
    control: {
      ...controlOf(flow, { step, data }, seen),
      ...(served_at !== undefined && { served_at }),
    },
    browser_at: served_at === undefined ? plausible(seen?.at, at) : null,
    ip,
    user_agent,
    opt_out,
    certificates: { ...session.tracking },
    html: seen?.html ?? null,
  }))
}

const DECISIONS: Record<Meaning, ConsentRecord['decision']> = {
  agrees: 'agreed',
  refuses: 'refused',
  unclear: 'no_evidence',
}

/** Removes the texts of consents that the pressed button doesn't give. Pages of flows published before buttons could refuse send them
 *  for any button. */
export function withoutUngiven(
  flow: Flow,
  { step, data }: AnsweredStep,
  answers: Submission['answers'],
): Submission['answers'] {
  const meaning = decision(flow, step, data)
  if (meaning === null || meaning === 'agrees') return answers
  const ungiven = consents(step)
  return answers.filter(
    ({ question_key, answer_key }) =>
      !ungiven.some((consent) => consent.question_key === question_key && consent.answer_id === answer_key),
  )
}

/** Reason that a submission with a consent isn't credible, which is that the browser names a button that doesn't give it. Null if it is
 *  credible. */
export function contradicted(
  flow: Flow,
  { step, data }: AnsweredStep,
  seen: Submission['seen'],
): string | null {
  if (!seen || decision(flow, step, data) !== 'agrees') return null
  const named = namedBy(controls(step), seen)
  if (named.length === 0 || named.some((control) => meaningOf(step, control) === 'agrees')) return null
  return REFUSALS.buttonGivesNone(seen.control)
}

/** Buttons that the browser may mean; a button may show more than its text. */
function namedBy(controls: readonly Control[], seen: Submission['seen']): readonly Control[] {
  const same = controls.filter(({ text }) => text === seen?.control)
  return same.length > 0 ? same : controls.filter(({ text }) => seen?.control.startsWith(text))
}

/** The pressed button: the only possible one, or the one that the browser names. */
function controlOf(
  flow: Flow,
  { step, data }: AnsweredStep,
  seen: Submission['seen'],
): ConsentRecord['control'] {
  const possible = pressedControls(flow, step, data)
  const named = namedBy(possible, seen)
  const [pressed] = [possible, named].find(({ length }) => length === 1) ?? []
  return pressed
    ? { element: 'widget' in pressed ? pressed.widget : 'submit', text: pressed.text, state: 'pressed' }
    : { element: null, text: seen?.control ?? '', state: 'not_told' }
}

/** Answers wait in an offline browser for as long as its session lives; a clock may be ahead by less than a day. */
const BEHIND_MS = 31 * 24 * 60 * 60 * 1000
const AHEAD_MS = 24 * 60 * 60 * 1000

function plausible(claimed: number | undefined, at: number): number | null {
  return claimed !== undefined && claimed > at - BEHIND_MS && claimed < at + AHEAD_MS ? claimed : null
}

const flowHash = once((flow: Flow) => hash('sha256', JSON.stringify(flow)))
