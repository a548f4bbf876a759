import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { leadReads, proveLeads, unusedBuyers } from './proveLeads.ts'
import { proveEnds } from './proveEnds.ts'
import { proveResults, resultReads } from './proveResults.ts'
import { proveRules, behindEnd } from './proveRules.ts'
import { minorReads, proveAges } from './proveAges.ts'
import { lawReads } from './lawBreaches.ts'
import { proveLaw, type LawProof } from './proveLaw.ts'
import { earlyLooks, tooEarly, asksUnlessKnown } from './tooEarly.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { decided } from '../solve/decided.ts'
import { prepare } from '../solve/solve.ts'
import { rulesOfStep, stopsOf, type Stop } from '../solve/stops.ts'
import { isError } from '../kernel/weights.ts'
import { NOTHING } from '../solve/diagram.ts'
import { reach, type Course, type Reached } from '../solve/reach.ts'
import { conditionsOf } from '../../flow/rules.ts'
import { rulesText } from '../kernel/ruleWords.ts'
import { PROOF_PROBLEMS } from './proofProblems.ts'
import { inWords } from '../../flow/inWords.ts'
import { placesOf } from './conflict.ts'

/** Proves what can go wrong in a flow that passes all other checks (src/author/check/check.ts): rules that decide nothing, steps that no
 *  one sees, leads without consent or without what their buyers need. Each problem comes with the answers of a visitor who meets it, or
 *  with the smallest set of conflicting rules. Rules that are too entangled are reported as undecided. `today` is YYYY-MM-DD; visitors
 *  come on any day of its year and the next. Leads are checked once the rules are right: a rule that never holds is one mistake, not one
 *  more for every lead behind it. */
export function prove(flow: Flow, today: string): Problem[] {
  const problems = proved(flow, today)
  return [...problems, ...(problems.some(isError) ? [] : proveEnds(flow, today)), ...unusedBuyers(flow)]
}

/** Number of rules to skip, one after the other, so that all others can be decided. */
const MAX_OPEN = 4

function proved(flow: Flow, today: string, open: ReadonlySet<Rule> = new Set()): Problem[] {
  const readsOf = (stops: readonly Stop[]) => [
    ...leadReads(flow, stops),
    ...minorReads(flow, stops, today),
    ...resultReads(flow, stops),
    ...lawReads(flow, stops),
  ]
  const course = decided(() => prepare(flow, today, readsOf))
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
  const again: LawProof['again'] = (more) =>
    prepare(flow, today, (stops) => [...readsOf(stops), ...more(flow, stops)])
  const laws = wrong.some(isError) ? [] : proveLaw(course, reached, { open, again })
  const links = wrong.some(isError) ? [] : linkOnly(course, reached, open)
  // With skipped rules, more visitors pass than in reality.
  const results = open.size > 0 || wrong.some(isError) ? [] : proveResults(course, reached)
  const stops = course.legs.map(({ stop }) => stop)
  const rules = [...open, ...undecided]
  return [
    ...wrong,
    ...leads.problems,
    ...ages,
    ...laws,
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

/** Steps that visitors meet only by a link with force-start-offer: steps behind an end that all others come to, which is a mistake in
 *  the order, and steps hidden from all others, which may be intended. `reached` is for any link. For `open`, see `proveLeads`. */
function linkOnly(course: Course, reached: readonly Reached[], open: ReadonlySet<Rule>): Problem[] {
  const legs = course.legs.map((leg) => ({ ...leg, blank: NOTHING }))
  const ordinary = decided(() => reach({ ...course, legs }, () => open))
  if (!ordinary) return []
  const end = ordinary.findIndex(({ before }) => before === NOTHING)
  const always = alwaysWithoutLink(course, { reached, ordinary, open })
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
  return end < 0 ? [...hidden, ...always] : [behindEnd(course, end)]
}

/** Display rules that only a visitor with a link can fail. Usually the rule repeats what an earlier one already ensures. */
function alwaysWithoutLink(
  { legs, predicates, space: { diagram } }: Course,
  {
    reached,
    ordinary,
    open,
  }: { reached: readonly Reached[]; ordinary: readonly Reached[]; open: ReadonlySet<Rule> },
): Problem[] {
  return legs.flatMap((leg, index) =>
    leg.display.flatMap((rule, n): Problem[] => {
      const [all, usual] = [reached[index]?.before, ordinary[index]?.before]
      if (all === undefined || usual === undefined || usual === NOTHING || open.has(rule)) return []
      const conditions = conditionsOf(rule)
      if (conditions.length === 0 || conditions.some((one) => asksUnlessKnown(one, leg))) return []
      const fails = diagram.not(predicates.rule(rule))
      if (diagram.and(usual, fails) !== NOTHING || diagram.and(all, fails) === NOTHING) return []
      return [
        {
          code: 'link_always',
          at: [...leg.stop.at, 'display_rules', n],
          ...PROOF_PROBLEMS.linkAlways(stepId(leg.stop.ref), rulesText([rule])),
        },
      ]
    }),
  )
}

/** Problem with everything that was not decided: rules with their paths, and the leads of steps. */
function undecidedProblem(
  stops: readonly Stop[],
  { rules, leads }: { rules: readonly Rule[]; leads: readonly string[] },
): Problem[] {
  if (rules.length === 0 && leads.length === 0) return []
  const places = placesOf(stops)
  const named = rules
    .flatMap((rule) => places.get(rule) ?? [])
    .sort((a, b) => a.order - b.order)
    .map(({ at, step, rule }) => ({ at, step, rule }))
  const open = [
    ...(named.length > 0
      ? [
          PROOF_PROBLEMS.whetherRules(
            named.length === 1 ? PROOF_PROBLEMS.oneRule : PROOF_PROBLEMS.rules(named.length),
          ),
        ]
      : []),
    ...(leads.length > 0 ? [PROOF_PROBLEMS.whetherLeads(inWords(leads, 'and'))] : []),
  ]
  return [
    {
      code: 'undecided',
      at: named[0]?.at ?? ['offer_order'],
      ...PROOF_PROBLEMS.undecided(inWords(open, 'and')),
      ...(named.length > 0 && { rules: named }),
    },
  ]
}
