import type { Problem } from '../../../schemas/problem.ts'
import { placed, type Legible } from './legible.ts'
import { instead } from './nearest.ts'

/** Lead actions name buyers that there are. */
export function checkBuyers({ buyers, steps }: Legible): Problem[] {
  return steps.flatMap(({ at, value: step }) =>
    (step?.execute_actions ?? []).flatMap(({ buyers: named = [] }, index) =>
      placed(named, [...at, 'execute_actions', index, 'buyers'])
        .filter(({ value: buyer }) => !buyers.has(buyer))
        .map(({ at, value: buyer }): Problem => ({
          code: 'unknown_buyer',
          at,
          message: `There is no buyer "${buyer}".`,
          hint: instead(buyer, buyers.keys(), 'buyers'),
        })),
    ),
  )
}
