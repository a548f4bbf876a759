import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { leadReads, proveLeads, unusedBuyers } from './proveLeads.ts'
import { proveResults, resultReads } from './proveResults.ts'
import { proveRules } from './proveRules.ts'
import { linkOnly } from './linkOnly.ts'
import { minorReads, proveAges } from './proveAges.ts'
import { earlyLooks, tooEarly } from './tooEarly.ts'
import { undecidedProblem } from './undecided.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { decided } from '../solve/decided.ts'
import { prepare } from '../solve/solve.ts'
import { rulesOfStep, stopsOf } from '../solve/stops.ts'
import { isError } from '../kernel/weights.ts'

/** Proves what can go wrong in a flow that passes all other checks (src/author/check/check.ts): rules that decide nothing, steps that no
 *  one sees, leads without consent or without what their buyers need. Each problem comes with the answers of a visitor who meets it, or
 *  with the smallest set of conflicting rules. Rules that are too entangled are reported as undecided. `today` is YYYY-MM-DD; visitors
 *  come on any day of its year and the next. Leads are checked once the rules are right: a rule that never holds is one mistake, not one
 *  more for every lead behind it. */
export function prove(flow: Flow, today: string): Problem[] {
  return [...proved(flow, today), ...unusedBuyers(flow)]
}

/** Number of rules to skip, one after the other, so that all others can be decided. */
const MAX_OPEN = 4

function proved(flow: Flow, today: string, open: ReadonlySet<Rule> = new Set()): Problem[] {
  const course = decided(() =>
    prepare(flow, today, (stops) => [
      ...leadReads(flow, stops),
      ...minorReads(flow, stops, today),
      ...resultReads(flow, stops),
    ]),
  )
  if (!course) return nothingDecided(flow, today)
  const early = earlyLooks(flow, course)
  const { problems, reached, undecided, stuckAt } = proveRules(course, early, open)
  if (stuckAt && open.size < MAX_OPEN) return proved(flow, today, new Set([...open, stuckAt]))
  const wrong = [...early.map(tooEarly), ...problems]
  const leads = wrong.some(isError) ? { problems: [], undecided: [] } : proveLeads(course, reached, open)
  const unagreed = new Set(
    leads.problems.flatMap(({ code, at }) => (code === 'lead_without_consent' ? JSON.stringify(at) : [])),
  )
  // Leads without consent are already reported; their visitors' age does not matter.
  const ages = wrong.some(isError)
    ? []
    : proveAges(course, reached, open).filter(({ at }) => !unagreed.has(JSON.stringify(at)))
  const links = wrong.some(isError) ? [] : linkOnly(course, reached, open)
  // With skipped rules, more visitors pass than in reality.
  const results = open.size > 0 || wrong.some(isError) ? [] : proveResults(course, reached)
  const stops = course.legs.map(({ stop }) => stop)
  const rules = [...open, ...undecided]
  return [
    ...wrong,
    ...leads.problems,
    ...ages,
    ...results,
    ...links,
    ...undecidedProblem(stops, { rules, leads: leads.undecided }),
  ]
}

function nothingDecided(flow: Flow, today: string): Problem[] {
  const stops = stopsOf(flow, today)
  const rules = stops.flatMap(({ step }) => Object.values(rulesOfStep(step)).flat())
  const leads = stops.flatMap(({ step, ref }) => (step.execute_actions?.length ? stepId(ref) : []))
  return undecidedProblem(stops, { rules, leads })
}
