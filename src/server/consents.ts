import { hash } from 'node:crypto'
import type { ConsentRecord } from '../../schemas/consent.ts'
import type { Flow, Step } from '../../schemas/flow.ts'
import { buyerNames } from '../flow/buyers.ts'
import { answer, consents, leaves, submits } from '../flow/elements.ts'
import { once } from '../flow/once.ts'
import type { Submission } from './recordStep.ts'
import type { NewConsent, SessionRecord } from './store/records.ts'

/** Who sends a submission, as the server sees it. */
export interface Sender {
  ip: string
  user_agent: string
  /** 'gpc' or 'do_not_sell' when the browser says so. */
  opt_out: string | null
}

/** The consents that an accepted submission carries: what a court would ask for, as far as it is known by then.
 *  `at`: the server's clock. Source: 47 CFR 64.1200(f)(9); 16 CFR 310.5(a)(8). */
export function consentsGiven(
  { flow, step, session, at }: { flow: Flow; step: Step; session: SessionRecord; at: number },
  submission: Submission,
  { ip, user_agent, opt_out }: Sender,
): NewConsent[] {
  return consents(step).map(({ question_key, answer_id }) => {
    const { backend_field_name: field, backend_field_value: text = '' } = answer(
      flow,
      question_key,
      answer_id,
    )
    return {
      field,
      text,
      text_sha256: hash('sha256', text),
      flow_sha256: flowHash(flow),
      sellers: buyerNames(flow, submission.offer_key),
      control: controlOf(flow, step, submission),
      browser_at: plausible(submission.seen?.at, at),
      ip,
      user_agent,
      opt_out,
      certificates: { ...session.tracking },
      html: submission.seen?.html ?? null,
    }
  })
}

/** The button that was pressed: the choice that was answered, the only one there is, or the one that the browser names. */
function controlOf(flow: Flow, step: Step, { answers, seen }: Submission): ConsentRecord['control'] {
  const buttons = leaves(step.questions).filter(submits) as Button[]
  const chosen = buttons.filter(
    (button) =>
      button.widget === 'choice' &&
      answers.some(
        ({ question_key, answer_key, raw_data }) =>
          question_key === button.question_key &&
          answer_key === button.answer_id &&
          raw_data === answer(flow, question_key, answer_key).backend_field_value,
      ),
  )
  const named = buttons.filter(({ text }) => seen?.control.startsWith(text))
  const [pressed] = [chosen, buttons, named].find(({ length }) => length === 1) ?? []
  return pressed
    ? { element: pressed.widget ?? 'submit', text: pressed.text, state: 'pressed' }
    : { element: null, text: seen?.control ?? '', state: 'not_told' }
}

type Button = {
  text: string
  widget?: 'choice' | 'boost_link_out'
  question_key?: string
  answer_id?: string
}

/** Answers wait in a browser that is away for as long as its session lives; no clock is right to the day ahead. */
const BEHIND_MS = 31 * 24 * 60 * 60 * 1000
const AHEAD_MS = 24 * 60 * 60 * 1000

function plausible(told: number | undefined, at: number): number | null {
  return told !== undefined && told > at - BEHIND_MS && told < at + AHEAD_MS ? told : null
}

const flowHash = once((flow: Flow) => hash('sha256', JSON.stringify(flow)))
