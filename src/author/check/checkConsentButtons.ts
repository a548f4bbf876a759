import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { submits } from '../../flow/elements/elements.ts'
import { isA, type Control } from '../../flow/elements/kinds.ts'
import { inWords } from '../../flow/inWords.ts'
import { CONSENT_PROBLEMS } from './consentProblems.ts'
import type { Placed, ValidParts } from '../kernel/validParts.ts'
import { consentText } from './references.ts'

/** Checks that every button named by a consent exists where the consent is shown, and that visitors read the consent before they get to
 *  the button that gives it. */
export function checkConsentButtons(flow: ValidParts): Problem[] {
  const texts = new Map<string, { at: Problem['at']; text: string; buttons: Set<string> }>()
  const below: Problem[] = []
  let isWhole = true
  for (const { value: step, leaves } of flow.steps) {
    if (!step || leaves.some(({ value }) => value === null)) isWhole = false
    const controls = leaves.flatMap(({ value }, n) => (value && submits(value) ? [{ n, value }] : []))
    leaves.forEach((leaf, n) => {
      const { value: element } = leaf
      if (!isA(element, 'consent')) return
      const { at, text } = consentText(flow, element)
      const known = texts.get(at.join()) ?? { at, text, buttons: new Set() }
      texts.set(at.join(), known)
      for (const { value } of controls) known.buttons.add(value.text)
      const above = controls.find((control) => control.n < n && control.value.agrees !== false)
      if (step && above) below.push(belowButton({ ...leaf, value: element }, step.name, above.value))
    })
  }
  const missing = [...texts.values()].flatMap(({ at, text, buttons }): Problem[] => {
    const absent = isWhole ? absentButtons(text, [...buttons]) : []
    if (absent.length === 0) return []
    const [named, labels] = [absent, [...buttons]].map((names) => inWords(names.map(quoted), 'or'))
    return [{ code: 'consent_button', at, ...CONSENT_PROBLEMS.consentButton(named!, labels!) }]
  })
  return [...missing, ...below]
}

const quoted = (text: string) => `“${text}”`

function belowButton({ at }: Placed<LeafElement>, step: string, { text }: Control): Problem {
  return { code: 'consent_below_button', at, ...CONSENT_PROBLEMS.consentBelowButton(step, text) }
}

/** Names that a consent gives to the button it says to press, in English or Spanish, and that no button has: in quotes, or capitalized up
 *  to the next comma. Only a condition counts ("By pressing", "When I press", "Al pulsar"), so "click here" in other sentences doesn't. */
function absentButtons(consent: string, labels: readonly string[]): string[] {
  const known = labels.map(plain)
  return [...consent.matchAll(PRESSING)].flatMap(({ index, 0: verb }) => {
    const after = consent.slice(index + verb.length)
    const names = [...(QUOTED_NAMES.exec(after)?.[0] ?? '').matchAll(QUOTED_NAME)].map(
      ([, name = '']) => name,
    )
    if (names.length > 0) return names.filter((name) => !known.includes(plain(name)))
    // A label may have a comma itself, and other words may follow it.
    if (known.some((label) => plain(after).startsWith(label))) return []
    return CAPITALIZED.exec(after)?.[0] ?? []
  })
}

const PRESSING =
  /(?<!\p{L})(?:(?:by|(?:when|if|once) (?:I|you))\s+(?:press|click|tap|hit)(?:ing|ping|ting)?|(?:al|cuando|si)\s+(?:(?:presion|puls|oprim|toc)\p{L}*|(?:hac|ha[gz]|d)\p{L}* clic))(?:\s+(?:on|the|button|en|sobre|el|botón))*\s+/giu
const QUOTED_NAME = /[“"'‘«]\s?([^“”"'‘’«»]+?)\s?[”"'’»]/gu
const QUOTED_NAMES = /^(?:[“"'‘«][^“”"'‘’«»]+[”"'’»](?:,?\s+(?:or|and|o|y|u|e)\s+|,\s*)?)+/u
const CAPITALIZED = /^\p{Lu}[^,.;:!?]*?(?=[,.;:!?]|\s+(?:I|you|yo|usted|acepto|doy|autorizo|confirmo)\b|$)/u

function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}
