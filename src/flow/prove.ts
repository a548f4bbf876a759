import type { Flow } from '../../schemas/flow.ts'
import type { Problem } from '../../schemas/problem.ts'
import { leadLooks, leadProblems, unusedBuyers } from './prove/leads.ts'
import { ruleProblems } from './prove/rules.ts'
import { earlyLooks, tooEarly } from './prove/early.ts'
import { decided, setOut } from './solve.ts'
import { reach } from './solve/reach.ts'

/** What can go wrong for a visitor of a flow that is right in everything else (src/flow/check.ts): rules that decide
 *  nothing, steps that nobody sees, leads without consent or without what their buyers need. Each problem comes with the
 *  answers of a visitor whom it meets, or with the smallest set of rules that are at odds.
 *  `today`: YYYY-MM-DD; visitors come on any day of its year and the next. Leads are looked at once the rules are right:
 *  a rule that never holds is one mistake, not also that of every lead behind it. */
export function prove(flow: Flow, today: string): Problem[] {
  const problems = decided(() => {
    const course = setOut(flow, today, (stops) => leadLooks(flow, stops))
    const early = earlyLooks(flow, course)
    const wrong = [...early.map(tooEarly), ...ruleProblems(course, early)]
    return wrong.length > 0 ? wrong : leadProblems(flow, course, reach(course))
  })
  return [...(problems ?? [UNDECIDED]), ...unusedBuyers(flow)]
}

const UNDECIDED: Problem = {
  code: 'undecided',
  at: ['offer_order'],
  message:
    'The rules of this flow depend on each other in too many ways: whether every step can be reached, and every lead is sent with consent, is not decided.',
  hint: 'Let fewer rules look at answers that were given many steps before.',
}
