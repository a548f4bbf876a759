import type { Problem } from '../../../schemas/author/problem.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { decided } from '../solve/decided.ts'
import { NOTHING } from '../solve/diagram.ts'
import { reach, type Course, type Reached } from '../solve/reach.ts'
import { conditionsOf } from '../../flow/rules.ts'
import { asksUnlessKnown } from './tooEarly.ts'
import { behindEnd } from './proveRules.ts'
import { PROOF_PROBLEMS } from '../../texts/author/proofProblems.ts'

/** Steps that visitors meet only by a link with force-start-offer: steps behind an end that all others come to, which is a mistake in
 *  the order, and steps hidden from all others, which may be intended. `reached` is for any link. For `open`, see `proveLeads`. */
export function linkOnly(course: Course, reached: readonly Reached[], open: ReadonlySet<Rule>): Problem[] {
  const legs = course.legs.map((leg) => ({ ...leg, blank: NOTHING }))
  const ordinary = decided(() => reach({ ...course, legs }, () => open))
  if (!ordinary) return []
  const end = ordinary.findIndex(({ before }) => before === NOTHING)
  const offers = new Set<string>()
  const hidden = course.legs.flatMap((leg, index): Problem[] => {
    const { ref, at } = leg.stop
    const isShown = (one: Reached | undefined) => one !== undefined && one.shown !== NOTHING
    if (isShown(ordinary[index]) || !isShown(reached[index]) || offers.has(ref.offer_key)) return []
    offers.add(ref.offer_key)
    // Rules that ask for fields not yet known are meant for visitors with a link.
    if (leg.display.flatMap(conditionsOf).some((condition) => asksUnlessKnown(condition, leg))) return []
    return [
      {
        code: 'link_only',
        at: [...at, 'name'],
        ...PROOF_PROBLEMS.linkOnly(stepId(ref)),
      },
    ]
  })
  return end < 0 ? hidden : [behindEnd(course, end)]
}
