import type { Problem } from '../../../schemas/author/problem.ts'
import { hasBox } from '../../flow/elements/elements.ts'
import { cardBuyer } from '../../flow/results.ts'
import { redirectsOf, placed, type ValidParts, type Placed } from '../kernel/validParts.ts'
import { corrected } from '../kernel/nearest.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'

/** Checks that lead actions, partner cards, redirects, and consents to one seller name existing buyers, and that a lead action says who
 *  gets the lead, even if that is no one. */
export function checkBuyers({ buyers, steps }: ValidParts): Problem[] {
  return steps.flatMap(({ at, value: step, leaves }) => {
    const unsaid = (step?.execute_actions ?? []).flatMap(({ name, buyers }, index): Problem[] =>
      name === 'send_lead' && buyers === undefined
        ? [{ code: 'buyers_unsaid', at: [...at, 'execute_actions', index], ...STEP_PROBLEMS.buyersUnsaid }]
        : [],
    )
    const named = (step?.execute_actions ?? []).flatMap(({ buyers = [] }, index) =>
      placed(buyers, [...at, 'execute_actions', index, 'buyers']),
    )
    const carded = leaves.flatMap(({ at, value: element }): Placed<string>[] => {
      const buyer = element ? cardBuyer(element) : undefined
      return buyer === undefined ? [] : [{ at: [...at, 'buyer'], value: buyer }]
    })
    const sellers = leaves.flatMap(({ at, value: element }): Placed<string>[] =>
      element && hasBox(element) ? [{ at: [...at, 'seller'], value: element.seller }] : [],
    )
    const redirected = leaves
      .flatMap(redirectsOf)
      .flatMap(({ at, value: { buyer } }): Placed<string>[] =>
        buyer === undefined ? [] : [{ at: [...at, 'buyer'], value: buyer }],
      )
    const unknown = [...named, ...carded, ...sellers, ...redirected]
      .filter(({ value: buyer }) => !buyers.has(buyer))
      .map(({ at, value: buyer }): Problem => ({
        code: 'unknown_buyer',
        at,
        ...STEP_PROBLEMS.unknownBuyer(buyer),
        ...corrected(buyer, buyers.keys(), 'buyers'),
      }))
    return [...unsaid, ...unknown]
  })
}
