import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { isConsentOf } from '../../flow/answers/offerConsents.ts'
import { hasBox } from '../../flow/elements/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { CONSENT_PROBLEMS } from './consentProblems.ts'
import { wordsOf } from '../kernel/companyName.ts'
import { consentText, leafFields } from './references.ts'
import { placed, type Path, type Placed, type ValidParts } from '../kernel/validParts.ts'

/** Checks offers that ask for each seller separately: each buyer of its leads is asked for, and no one else; each text names its seller;
 *  and only the checkbox gives the consent. */
export function checkSellers(flow: ValidParts): Problem[] {
  const consents = consentsOf(flow)
  const boxes = consents.flatMap((consent) => (consent.seller === undefined ? [] : [consent as Box]))
  if (boxes.length === 0) return []
  return [
    ...boxes.flatMap((box) => [...unsold(flow, box), ...unnamed(flow, box), ...notAlone(flow, box)]),
    ...flow.offers.flatMap((offer) => {
      const own = consents.filter((consent) => isConsentOf(offer, consent))
      const asked = new Set(own.flatMap(({ seller }) => seller ?? []))
      if (asked.size === 0) return []
      return [
        ...own
          .filter(({ seller }) => seller === undefined)
          .map(({ at }) => ({ code: 'consents_mixed', at, ...CONSENT_PROBLEMS.consentsMixed(offer) })),
        ...buyersOf(flow, offer)
          .filter(({ value }) => flow.buyers.get(value) && !asked.has(value))
          .map(({ at, value }) => ({
            code: 'buyer_not_asked',
            at,
            ...CONSENT_PROBLEMS.buyerNotAsked(offer, flow.buyers.get(value)!.name, value),
          })),
      ]
    }),
  ]
}

interface AskedConsent {
  at: Path
  offer: string
  field: string
  element: LeafElement
  seller: string | undefined
}
type Box = AskedConsent & { seller: string }

function consentsOf(flow: ValidParts): AskedConsent[] {
  return flow.steps.flatMap(({ offer, leaves }) =>
    leaves.flatMap(({ at, value: element }) => {
      if (!isA(element, 'consent')) return []
      const [field = ''] = leafFields(flow, element)
      return [{ at, offer, field, element, seller: element.seller }]
    }),
  )
}

/** Keys of the buyers that an offer's lead actions may send to, each with its path. */
function buyersOf({ steps }: ValidParts, offer: string): Placed<string>[] {
  return steps
    .filter((step) => step.offer === offer)
    .flatMap(({ at, value }) =>
      (value?.execute_actions ?? []).flatMap(({ buyers = [] }, index) =>
        placed(buyers, [...at, 'execute_actions', index, 'buyers']),
      ),
    )
}

/** Sellers that are asked for although no lead goes to them. */
function unsold(flow: ValidParts, box: Box): Problem[] {
  const name = flow.buyers.get(box.seller)?.name
  const offers = flow.offers.filter((offer) => isConsentOf(offer, box))
  const isBuyer = offers.some((offer) => buyersOf(flow, offer).some(({ value }) => value === box.seller))
  if (name === undefined || isBuyer || flow.steps.some(({ value }) => !value)) return []
  return [
    {
      code: 'seller_no_buyer',
      at: [...box.at, 'seller'],
      ...CONSENT_PROBLEMS.sellerNoBuyer(name, box.offer),
    },
  ]
}

/** Consents that don't name their seller. Visitors must read who they agree to share with. */
function unnamed(flow: ValidParts, { element, seller }: Box): Problem[] {
  const name = flow.buyers.get(seller)?.name
  if (!isA(element, 'consent') || name === undefined) return []
  const { at, text } = consentText(flow, element)
  if (text === '' || wordsOf(name).test(text)) return []
  return [{ code: 'seller_unnamed', at, ...CONSENT_PROBLEMS.sellerUnnamed(name) }]
}

/** Other elements that fill the consent's field. They could also give the consent, revoke it, or check the box beforehand. */
function notAlone(flow: ValidParts, { at, field, element, seller }: Box): Problem[] {
  const others = flow.steps
    .flatMap(({ leaves }) => leaves)
    .filter(({ value }) => value && value !== element && leafFields(flow, value).includes(field))
  if (field === '' || (others.length === 0 && !flow.computed.has(field))) return []
  // Among several checkboxes of one field, the first stays as it is.
  const isFirst = others.every(({ value }) => value && hasBox(value)) && comesFirst(at, others)
  if (isFirst && !flow.computed.has(field)) return []
  return [{ code: 'seller_field_shared', at, ...CONSENT_PROBLEMS.sellerFieldShared(field, seller) }]
}

function comesFirst(at: Path, others: readonly Placed<unknown>[]): boolean {
  return others.every((other) => JSON.stringify(other.at) > JSON.stringify(at))
}
