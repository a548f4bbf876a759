import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { hasBox } from '../../flow/elements/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { consentText } from './references.ts'
import type { ValidParts } from '../kernel/validParts.ts'
import { CONSENT_PROBLEMS } from './consentProblems.ts'

/** Checks that a consent to several sellers names none of them if Jornaya witnesses it: the page shows each below it, as its own label.
 *  Source: Verisk, "How to add TCPA disclosure", multi-seller. */
export function checkBrands(flow: ValidParts): Problem[] {
  if (!flow.jornaya) return []
  const found = flow.steps.flatMap(({ offer, leaves }) => {
    const names = sellers(flow, offer)
    if (names.length < 2) return []
    return leaves.flatMap(({ value }) => (value ? named(flow, value, names) : []))
  })
  // The same text on several steps counts as one mistake.
  return [...new Map(found.map((problem) => [JSON.stringify(problem.at), problem])).values()]
}

/** Names of the readable buyers that may get the offer's leads. */
function sellers({ buyers, steps }: ValidParts, offer: string): string[] {
  const actions = steps.flatMap((step) => (step.offer === offer ? (step.value?.execute_actions ?? []) : []))
  const keys = new Set(actions.flatMap((action) => action.buyers ?? []))
  return [...keys].flatMap((key) => buyers.get(key)?.name ?? [])
}

function named({ questions }: ValidParts, element: LeafElement, names: readonly string[]): Problem[] {
  if (!isA(element, 'consent') || hasBox(element)) return []
  const { at, text } = consentText({ questions }, element)
  const name = names.find((name) => occurs(name, text))
  if (name === undefined) return []
  return [
    {
      code: 'brand_in_text',
      at,
      ...CONSENT_PROBLEMS.brandInText(name),
    },
  ]
}

/** True if a name is in a text as whole words: "Art" does not occur in "party". */
function occurs(name: string, text: string): boolean {
  const [first = '', ...others] = text.split(name)
  let before = first
  return others.some((after) => {
    const isWhole = !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)
    before = after
    return isWhole
  })
}
