import type { LeafElement } from '../../../schemas/element.ts'
import type { Step } from '../../../schemas/flow.ts'
import type { Problem } from '../../../schemas/problem.ts'
import { meaningOfWords } from '../../flow/consent/buttonWords.ts'
import { submits } from '../../flow/elements.ts'
import { isA, isInput, type Control } from '../../flow/elements/kinds.ts'
import type { ValidParts, Path, Placed } from './validParts.ts'
import { leafAnswers } from './references.ts'

/** Of every step with a consent, it is plain which button gives it, and there is a way on without giving it. */
export function checkConsents(flow: ValidParts): Problem[] {
  return flow.steps.flatMap(({ at, value: step, leaves }) => {
    const read = leaves.flatMap(({ at, value }) => (value ? [{ at, value }] : []))
    if (!step || step.type === 'hidden' || read.length < leaves.length) return []
    const buttons = read.flatMap(({ at, value }) => (submits(value) ? [{ at, value }] : []))
    const texts = read.filter(isConsent).flatMap(({ value }) => leafAnswers(flow, value))
    if (!read.some(isConsent)) return buttons.filter(({ value }) => value.agrees !== undefined).map(needless)
    const unmarked = buttons.filter(({ value }) => value.agrees === undefined)
    if (buttons.length > 1 && unmarked.length > 0) return unmarked.map((button) => notStated(step, button))
    const refusing = buttons.filter(({ value }) => value.agrees === false)
    const agreeing = buttons.filter(({ value }) => value.agrees !== false)
    return [
      ...agreeing.flatMap((button) =>
        doubtful(
          button,
          texts.map(({ backend_field_value = '' }) => backend_field_value),
        ),
      ),
      ...refusing.flatMap(misleading),
      ...(buttons.length > 0 && agreeing.length === 0 ? [neverGiven(step, at)] : []),
      ...(agreeing.length > 0 && refusing.length === 0 && !read.some(asks) ? [forced(step, at)] : []),
    ]
  })
}

function isConsent({ value }: Placed<LeafElement>): boolean {
  return isA(value, 'consent')
}

function asks({ value }: Placed<LeafElement>): boolean {
  return isInput(value)
}

function needless({ at, value: { text } }: Placed<Control>): Problem {
  return {
    code: 'agrees_to_nothing',
    at: [...at, 'agrees'],
    message: `"${text}" says whether it gives a consent, and none stands on its step.`,
    hint: 'Remove "agrees", or add the consent.',
  }
}

function notStated({ name }: Step, { at, value: { text } }: Placed<Control>): Problem {
  return {
    code: 'agrees_unsaid',
    at,
    message: `The step "${name}" has a consent and several buttons, and "${text}" does not say whether it gives the consent.`,
    hint: 'Add "agrees": true when a press gives it, "agrees": false when it does not.',
  }
}

/** A button that gives a consent says so in its own words, or the consent names it: By pressing “Continue”, I agree. */
function doubtful({ at, value: { text } }: Placed<Control>, consents: readonly string[]): Problem[] {
  const meaning = meaningOfWords(text)
  if (meaning === 'agrees') return []
  if (meaning === 'refuses')
    return [
      {
        code: 'agrees_unclear',
        at: [...at, 'text'],
        message: `"${text}" gives the consent, and reads as if it did not.`,
        hint: `Let it say that it agrees, like ${EXAMPLES}; or add "agrees": false to it.`,
      },
    ]
  if (text.trim().length > 1 && consents.some((consent) => names(consent, text))) return []
  return [
    {
      code: 'agrees_unclear',
      at: [...at, 'text'],
      message: `"${text}" gives the consent, and does not say so.`,
      hint: `Let it say that it agrees, like ${EXAMPLES}; or let the consent name it: By pressing “${text}”, I agree ...`,
    },
  ]
}

const EXAMPLES = '"Yes, I agree" or "Send my details"'

/** Whether a consent speaks of pressing a button with this text. */
function names(consent: string, text: string): boolean {
  const at = consent.toLowerCase().indexOf(text.toLowerCase())
  if (at < 0) return false
  const [before, after] = [consent.slice(0, at), consent.slice(at + text.length)]
  return /[“"'‘]$/.test(before)
    ? /^[”"'’]/.test(after)
    : /\b(press|click|tap|select|choos)\w*\s+(on\s+)?$/i.test(before)
}

/** Only a choice has an answer that says what was pressed. */
function misleading({ at, value }: Placed<Control>): Problem[] {
  if (!isA(value, 'choice'))
    return [
      {
        code: 'refusal_unrecorded',
        at: [...at, 'agrees'],
        message: `"${value.text}" refuses the consent, and nothing would record that: it has no answer of its own.`,
        hint: `Make it a choice: { "type": "container", "widget": "choice", "submit": true, "agrees": false, "text": "${value.text}", ... }.`,
      },
    ]
  if (meaningOfWords(value.text) !== 'agrees') return []
  return [
    {
      code: 'agrees_unclear',
      at: [...at, 'text'],
      message: `"${value.text}" refuses the consent, and reads as if it gave it.`,
      hint: 'Let it say that it refuses, like "No, thanks"; or write "agrees": true.',
    },
  ]
}

function neverGiven({ name }: Step, at: Path): Problem {
  return {
    code: 'consent_never_given',
    at: [...at, 'questions'],
    message: `No button of the step "${name}" gives its consent.`,
    hint: 'Write "agrees": true on the one that does, or remove the consent.',
  }
}

function forced({ name }: Step, at: Path): Problem {
  return {
    code: 'must_agree',
    at: [...at, 'questions'],
    message: `The step "${name}" only asks to agree, and offers no way on without agreeing.`,
    hint: 'Add a choice that refuses: { "type": "container", "widget": "choice", "submit": true, "agrees": false, "text": "No, thanks", "question_key": ..., "answer_id": ... }, and "agrees": true to the other button.',
  }
}
