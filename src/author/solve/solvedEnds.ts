import { RESULT_MEANINGS, type Element, type Result } from '../../../schemas/elements/element.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { BUYER_FIELD, SENT_RESULTS } from '../../flow/results.ts'
import { conditionsOf } from '../../flow/rules.ts'
import { NOTHING, type Node } from './diagram.ts'
import { canHave, leadStates, outcomeReads, withOutcome, type Outcome } from './leadOutcomes.ts'
import type { Course, Reached } from './reach.ts'
import { decided, type Answer } from './decided.ts'
import type { FieldRead } from './space.ts'
import type { Stop } from './stops.ts'
import { witness } from './witness.ts'

/** A rule that decides what an end shows. Null where something cannot be decided. */
export interface SolvedEndRule {
  at: Problem['at']
  rule: Rule
  /** A visitor for whom it holds where it is evaluated, and one for whom it fails. */
  holds: Answer | null
  fails: Answer | null
  /** A visitor to whom the end would show something else with `other` in its place. */
  differs: (other: Rule) => Answer | null
}

/** Rules of one element of an end, or of one text of a result. */
export interface EndRules {
  at: Problem['at']
  rules: readonly Rule[]
  /** Rules of earlier texts: this one is evaluated if none of those is shown. */
  earlier: readonly (readonly Rule[])[]
  /** Buyer that is the partner of a card. Visitors whose details were sent to it don't see the card. */
  buyer: string | undefined
}

/** All rules of an end; empty for a step that can be left. */
export function endRulesOf({ step, at, canBeLeft }: Pick<Stop, 'step' | 'at' | 'canBeLeft'>): EndRules[] {
  return canBeLeft ? [] : rulesWithin(step.questions, [...at, 'questions'])
}

function rulesWithin(elements: readonly Element[], at: Problem['at']): EndRules[] {
  return elements.flatMap((element, n): EndRules[] => {
    const place = [...at, n]
    if (element.type === 'container' && element.widget === 'group')
      return rulesWithin(element.elements, [...place, 'elements'])
    if (isA(element, 'result')) {
      const lists = element.cases.map(({ display_rules = [] }) => display_rules)
      return lists.map((rules, k) => ({
        at: [...place, 'cases', k, 'display_rules'],
        rules,
        earlier: lists.slice(0, k),
        buyer: undefined,
      }))
    }
    const rules = ('display_rules' in element && element.display_rules) || []
    const buyer = isA(element, 'partner_card') ? element.buyer : undefined
    return [{ at: [...place, 'display_rules'], rules, earlier: [], buyer }]
  })
}

/** Fields that must be known at the ends to decide their rules. */
export function endReads(flow: Flow, stops: readonly Stop[]): FieldRead[] {
  return stops.flatMap((stop, index) => {
    const rules = endRulesOf(stop).flatMap((list) => list.rules)
    return rules.length === 0 ? [] : outcomeReads(flow, stops, { index, rules })
  })
}

/** A list of rules of an end, and who sees what it decides. */
interface SolvedEnd extends EndRules {
  /** The first visitor in the states that `statesOf` gives for an outcome of their lead. Null if it can't be decided. */
  answer: (statesOf: (of: (rule: Rule) => Node) => Node) => Answer | null
}

/** Lists of rules of the end at `index`, without empty ones. */
function solvedLists(course: Course, reached: readonly Reached[], index: number): SolvedEnd[] {
  const { stop } = course.legs[index]!
  const lists = endRulesOf(stop).filter(({ rules }) => rules.length > 0)
  if (lists.length === 0) return []
  const { diagram } = course.space
  const outcomes = decided(() =>
    (Object.keys(RESULT_MEANINGS) as Result[]).flatMap((result) =>
      leadStates(course, index, result).map(({ node, known }) => ({
        result,
        known,
        states: diagram.and(reached[index]!.shown, node),
      })),
    ),
  )
  return lists.map((list) => {
    const { rules, earlier, buyer } = list
    // For a lead to several buyers, each outcome is checked for only one of them.
    const isOfOne = buyersOf(course) <= 1 || !looksAtBuyers([...rules, ...earlier.flat()])
    const within = (known: Outcome) => {
      const of = (rule: Rule) => course.predicates.rule(withOutcome(rule, known))
      const all = (list: readonly Rule[]) => diagram.and(...list.map(of))
      return { of, isLookedAt: diagram.not(diagram.or(...earlier.map(all))) }
    }
    const answer: SolvedEnd['answer'] = (statesOf) =>
      decided(() => {
        let isOpen = outcomes === null
        for (const { result, known, states } of outcomes ?? []) {
          if (buyer !== undefined && SENT_RESULTS.has(known[BUYER_FIELD + buyer])) continue
          const { of, isLookedAt } = within(known)
          const met = diagram.and(states, isLookedAt, statesOf(of))
          if (met === NOTHING) continue
          const visitor = witness(course, reached, { index, states: met, when: 'before' })
          if (visitor && canHave(course, index, visitor, result))
            return { possible: true, script: () => visitor }
          isOpen = true
        }
        return isOpen || !isOfOne ? null : { possible: false, script: () => null }
      })
    return { ...list, answer }
  })
}

/** Lists of rules that no visitor of the end at `index` meets, whatever became of their lead. */
export function neverMet(course: Course, reached: readonly Reached[], index: number): EndRules[] {
  const { and } = course.space.diagram
  return solvedLists(course, reached, index).filter(
    ({ rules, answer }) => answer((of) => and(...rules.map(of)))?.possible === false,
  )
}

/** Rules of the end at `index`, for each possible outcome of a visitor's lead. */
export function solvedEnd(course: Course, reached: readonly Reached[], index: number): SolvedEndRule[] {
  const { diagram } = course.space
  return solvedLists(course, reached, index).flatMap(({ at, rules, answer }) =>
    rules.map((rule, n): SolvedEndRule => {
      const others = rules.toSpliced(n, 1)
      return {
        at: [...at, n],
        rule,
        holds: answer((of) => of(rule)),
        fails: answer((of) => diagram.not(of(rule))),
        differs: (other) =>
          answer((of) => {
            const [node, there] = [of(rule), of(other)]
            const apart = diagram.or(
              diagram.and(node, diagram.not(there)),
              diagram.and(diagram.not(node), there),
            )
            return diagram.and(...others.map(of), apart)
          }),
      }
    }),
  )
}

/** Number of buyers that the leads of one visitor may go to. */
function buyersOf({ flow }: Course): number {
  const buyers = Object.values(flow.ui_config.offers).flatMap(({ steps }) =>
    steps.flatMap(({ execute_actions = [] }) => execute_actions.flatMap(({ buyers = [] }) => buyers)),
  )
  return new Set(buyers).size
}

function looksAtBuyers(rules: readonly Rule[]): boolean {
  return rules.flatMap(conditionsOf).some(({ field }) => field.startsWith(BUYER_FIELD))
}
