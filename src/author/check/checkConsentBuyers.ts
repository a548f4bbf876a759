import type { Problem } from '../../../schemas/author/problem.ts'
import { inWords } from '../../flow/inWords.ts'
import { isConsentOf } from '../../flow/answers/offerConsents.ts'
import { hasBox } from '../../flow/elements/elements.ts'
import { placeholders } from '../../flow/placeholders.ts'
import { isA } from '../../flow/elements/kinds.ts'
import type { ValidParts } from '../kernel/validParts.ts'
import { wordsOf } from '../kernel/companyName.ts'
import { consentText, leafFields } from './references.ts'
import { CONSENT_PROBLEMS } from './consentProblems.ts'

/** Checks that a consent names every buyer that gets its leads, and no other, and never uses the product's name for the company that
 *  runs the site. */
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
      const others = buyers ? namesOthers(flow, { at, text, offer, buyers }) : []
      const isForAll = others.length === 0 && all !== null && !hasBox(element)
      const missing = isForAll ? leavesOut(flow, { at, text, offer, buyers: all }) : []
      for (const problem of [...namesProduct(flow, { at, text }), ...others, ...missing])
        problems.set(`${problem.code} ${at.join()}`, problem)
    }
  return [...problems.values()]
}

interface Consent {
  at: Problem['at']
  text: string
}

interface BuyersConsent extends Consent {
  offer: string
  /** Names of the buyers that get the leads. */
  buyers: readonly string[]
}

/** Consents that use {{product}} as the company's name on a site that is not called that. */
function namesProduct({ site }: ValidParts, { at, text }: Consent): Problem[] {
  if (!site || !placeholders(text).includes('product') || placeholders(site.name).includes('product'))
    return []
  return [{ code: 'consent_names_product', at, ...CONSENT_PROBLEMS.consentNamesProduct(site.name) }]
}

function namesOthers(flow: ValidParts, { at, text, offer, buyers }: BuyersConsent): Problem[] {
  const others = namedOthers(flow, text, buyers)
  if (others.length === 0) return []
  const whom = buyers.length === 0 ? 'no one' : inWords(buyers, 'and')
  return [
    {
      code: 'consent_names_other',
      at,
      ...CONSENT_PROBLEMS.consentNamesOther(inWords(others, 'and'), offer, whom),
    },
  ]
}

/** Buyers that a consent leaves out. With Jornaya and several buyers, the page lists them below the text (see checkBrands.ts). */
function leavesOut({ jornaya }: ValidParts, { at, text, offer, buyers }: BuyersConsent): Problem[] {
  if (jornaya && buyers.length > 1) return []
  const missing = buyers.filter((name) => !wordsOf(name).test(text))
  if (missing.length === 0) return []
  return [
    {
      code: 'consent_leaves_out_buyer',
      at,
      ...CONSENT_PROBLEMS.consentLeavesOutBuyer(inWords(missing, 'and'), offer, missing[0]!),
    },
  ]
}

/** Names of the buyers that receive the leads of a consent; null while they cannot be read. */
function buyersOf({ steps, buyers }: ValidParts, consent: { offer: string; field: string }): string[] | null {
  const own = steps.filter(({ offer }) => isConsentOf(offer, consent))
  const keys = new Set(
    own.flatMap(({ value: step }) => step?.execute_actions ?? []).flatMap((action) => action.buyers ?? []),
  )
  const names = Array.from(keys, (key) => buyers.get(key)?.name)
  if (own.some(({ value }) => !value)) return null
  return names.every((name) => name !== undefined) ? names : null
}

/** Other buyers that a text names. A name inside a longer name does not count. */
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
