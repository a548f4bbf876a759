import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Step } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { meaningOfWords } from '../../flow/consent/buttonWords.ts'
import { hasBox, submits } from '../../flow/elements/elements.ts'
import { isA, isInput, type Control } from '../../flow/elements/kinds.ts'
import type { ValidParts, Path, Placed } from '../kernel/validParts.ts'
import { leafAnswers } from './references.ts'
import { CONSENT_PROBLEMS } from './consentProblems.ts'

/** Checks every step with a consent: it must be clear which button gives it, and there must be a way on without giving it. */
export function checkConsents(flow: ValidParts): Problem[] {
  return flow.steps.flatMap(({ at, value: step, leaves }) => {
    const read = leaves.flatMap(({ at, value }) => (value ? [{ at, value }] : []))
    if (!step || step.type === 'hidden' || read.length < leaves.length) return []
    const buttons = read.flatMap(({ at, value }) => (submits(value) ? [{ at, value }] : []))
    const texts = read.filter(isConsent).flatMap(({ value }) => leafAnswers(flow, value))
    // Checkboxes record for themselves whether the visitor agreed.
    const areTicked = read.filter(isConsent).every(({ value }) => hasBox(value))
    if (!read.some(isConsent)) return buttons.filter(({ value }) => value.agrees !== undefined).map(needless)
    const unmarked = buttons.filter(({ value }) => value.agrees === undefined)
    if (buttons.length > 1 && unmarked.length > 0) return unmarked.map((button) => notStated(step, button))
    const refusing = buttons.filter(({ value }) => value.agrees === false)
    const agreeing = buttons.filter(({ value }) => value.agrees !== false)
    return [
      ...agreeing.flatMap((button) =>
        doubtful(
          button,
          areTicked,
          texts.map(({ backend_field_value = '' }) => backend_field_value),
        ),
      ),
      ...refusing.flatMap(misleading),
      ...(buttons.length > 0 && agreeing.length === 0 ? [neverGiven(step, at)] : []),
      ...(agreeing.length > 0 && refusing.length === 0 && !areTicked && !read.some(asks)
        ? [forced(step, at)]
        : []),
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
    ...CONSENT_PROBLEMS.agreesToNothing(text),
  }
}

function notStated({ name }: Step, { at, value: { text } }: Placed<Control>): Problem {
  return {
    code: 'agrees_unsaid',
    at,
    ...CONSENT_PROBLEMS.agreesUnsaid(name, text),
  }
}

/** Buttons that don't clearly give a consent. Either the button says so in its own words, or the consent names it: By pressing
 *  “Continue”, I agree. If all consents are checkboxes, the button only must not refuse. */
function doubtful(
  { at, value: { text } }: Placed<Control>,
  areTicked: boolean,
  consents: readonly string[],
): Problem[] {
  const meaning = meaningOfWords(text)
  if (meaning === 'agrees') return []
  if (meaning === 'refuses')
    return [
      {
        code: 'agrees_unclear',
        at: [...at, 'text'],
        ...CONSENT_PROBLEMS.refusesInWords(text, EXAMPLES),
      },
    ]
  if (areTicked || (text.trim().length > 1 && consents.some((consent) => names(consent, text)))) return []
  return [
    {
      code: 'agrees_unclear',
      at: [...at, 'text'],
      ...CONSENT_PROBLEMS.agreesInNoWords(text, EXAMPLES),
    },
  ]
}

const EXAMPLES = CONSENT_PROBLEMS.examples

/** True if a consent speaks of pressing a button with this text. */
function names(consent: string, text: string): boolean {
  const at = consent.toLowerCase().indexOf(text.toLowerCase())
  if (at < 0) return false
  const [before, after] = [consent.slice(0, at), consent.slice(at + text.length)]
  return /[“"'‘]$/.test(before)
    ? /^[”"'’]/.test(after)
    : /\b(press|click|tap|select|choos)\w*\s+(on\s+)?$/i.test(before)
}

/** Refusing controls that record nothing. Only a choice has an answer that records which button was pressed. */
function misleading({ at, value }: Placed<Control>): Problem[] {
  if (!isA(value, 'choice'))
    return [
      {
        code: 'refusal_unrecorded',
        at: [...at, 'agrees'],
        ...CONSENT_PROBLEMS.refusalUnrecorded(value.text),
      },
    ]
  if (meaningOfWords(value.text) !== 'agrees') return []
  return [
    {
      code: 'agrees_unclear',
      at: [...at, 'text'],
      ...CONSENT_PROBLEMS.agreesInWords(value.text),
    },
  ]
}

function neverGiven({ name }: Step, at: Path): Problem {
  return {
    code: 'consent_never_given',
    at: [...at, 'questions'],
    ...CONSENT_PROBLEMS.consentNeverGiven(name),
  }
}

function forced({ name }: Step, at: Path): Problem {
  return {
    code: 'must_agree',
    at: [...at, 'questions'],
    ...CONSENT_PROBLEMS.mustAgree(name),
  }
}
