import type { Problem } from '../../../schemas/problem.ts'
import { inWords } from '../../flow/inWords.ts'
import { isConsentOf } from '../../flow/consent/offerConsents.ts'
import { hasBox } from '../../flow/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import type { ValidParts } from './validParts.ts'
import { consentText, leafFields } from './references.ts'
import { CONSENT_PROBLEMS } from '../../texts/author/consentProblems.ts'

/** A consent names no buyer but those to whom the leads go that it is given for. */
export function checkConsentBuyers(flow: ValidParts): Problem[] {
  const problems = new Map<string, Problem>()
  for (const { offer, leaves } of flow.steps)
    for (const { value: element } of leaves) {
      if (!isA(element, 'consent')) continue
      const { at, text } = consentText(flow, element)
      const [field] = leafFields(flow, element)
      const all = field === undefined ? null : buyersOf(flow, { offer, field })
      const seller = hasBox(element) ? flow.buyers.get(element.seller)?.name : undefined
      const buyers = seller === undefined ? all : all && [seller]
      const others = buyers ? namedOthers(flow, text, buyers) : []
      if (buyers && others.length > 0) problems.set(at.join(), otherBuyer(at, { offer, others, buyers }))
    }
  return [...problems.values()]
}

/** The names of those to whom the leads go that a consent is given for; null while that cannot be read. */
function buyersOf({ steps, buyers }: ValidParts, consent: { offer: string; field: string }): string[] | null {
  const own = steps.filter(({ offer }) => isConsentOf(offer, consent))
  const keys = new Set(
    own.flatMap(({ value: step }) => step?.execute_actions ?? []).flatMap((action) => action.buyers ?? []),
  )
  const names = Array.from(keys, (key) => buyers.get(key)?.name)
  if (own.some(({ value }) => !value)) return null
  return names.every((name) => name !== undefined) ? names : null
}

/** The other buyers whom a text names. A name within a longer one is not named by it. */
function namedOthers({ buyers }: ValidParts, text: string, own: readonly string[]): string[] {
  const names = [...new Set([...buyers.values()].flatMap((buyer) => buyer?.name ?? []))]
  const found: string[] = []
  let rest = text
  for (const name of names.sort((a, b) => b.length - a.length)) {
    const without = rest.replaceAll(wordsOf(name), ' … ')
    if (without !== rest && !own.includes(name)) found.push(name)
    rest = without
  }
  return found
}

export function wordsOf(name: string): RegExp {
  const pattern = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+')
  // A name of one word may be a word of the language as well.
  const flags = /\s/.test(name) ? 'giu' : 'gu'
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, flags)
}

interface Named {
  offer: string
  others: string[]
  buyers: string[]
}

function otherBuyer(at: Problem['at'], { offer, others, buyers }: Named): Problem {
  const whom = buyers.length === 0 ? 'nobody' : inWords(buyers, 'and')
  return {
    code: 'consent_names_other',
    at,
    ...CONSENT_PROBLEMS.consentNamesOther(inWords(others, 'and'), offer, whom),
  }
}
