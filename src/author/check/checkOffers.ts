import type { Problem } from '../../../schemas/author/problem.ts'
import type { ValidParts } from '../kernel/validParts.ts'
import { corrected } from '../kernel/nearest.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'

/** Checks that the order names every offer and no unknown one, and that step names are unique within their offer. */
export function checkOffers({ offers, offerOrder, steps }: ValidParts): Problem[] {
  const unknown = (offerOrder ?? []).flatMap((offer, index): Problem[] => {
    if (offers.includes(offer)) return []
    return [
      {
        code: 'unknown_offer',
        at: ['offer_order', index],
        ...STEP_PROBLEMS.unknownOffer(offer),
        ...corrected(offer, offers, 'offers'),
      },
    ]
  })
  // A misspelled name in the order is one mistake, so the offer that was meant is not reported as well.
  const unordered =
    offerOrder && unknown.length === 0 ? offers.filter((offer) => !offerOrder.includes(offer)) : []
  const unreached = unordered.map((offer): Problem => ({
    code: 'offer_not_in_order',
    at: ['ui_config', 'offers', offer],
    ...STEP_PROBLEMS.offerNotInOrder(offer),
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
        ...STEP_PROBLEMS.stepTwice(offer, step.name),
      },
    ]
  })
  return [...unknown, ...unreached, ...twice]
}
