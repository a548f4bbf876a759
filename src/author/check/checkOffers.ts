import type { Problem } from '../../../schemas/problem.ts'
import type { ValidParts } from './validParts.ts'
import { instead } from '../nearest.ts'

/** The order names every offer, and none that there is not; a step's name is its own within its offer. */
export function checkOffers({ offers, offerOrder, steps }: ValidParts): Problem[] {
  const unknown = (offerOrder ?? []).flatMap((offer, index): Problem[] => {
    if (offers.includes(offer)) return []
    return [
      {
        code: 'unknown_offer',
        at: ['offer_order', index],
        message: `There is no offer "${offer}".`,
        hint: instead(offer, offers, 'offers'),
      },
    ]
  })
  // A misspelt name in the order is one mistake, not a second one at the offer that was meant.
  const unordered =
    offerOrder && unknown.length === 0 ? offers.filter((offer) => !offerOrder.includes(offer)) : []
  const unreached = unordered.map((offer): Problem => ({
    code: 'offer_not_in_order',
    at: ['ui_config', 'offers', offer],
    message: `The offer "${offer}" is never reached: offer_order does not name it.`,
    hint: `Add "${offer}" to offer_order, or remove the offer.`,
  }))

  const seen = new Set<string>()
  const twice = steps.flatMap(({ at, offer, value: step }): Problem[] => {
    if (!step) return []
    const name = `${offer}/${step.name}`
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [
      {
        code: 'step_twice',
        at: [...at, 'name'],
        message: `The offer "${offer}" has two steps with the name "${step.name}".`,
        hint: 'Give each step of an offer a name of its own: answers are kept under it.',
      },
    ]
  })
  return [...unknown, ...unreached, ...twice]
}
