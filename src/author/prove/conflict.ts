import type { Problem } from '../../../schemas/author/problem.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { rulesText } from '../kernel/ruleWords.ts'
import { decided } from '../solve/decided.ts'
import { NOTHING } from '../solve/diagram.ts'
import { reach, type Course } from '../solve/reach.ts'
import { basesOf, fieldsOf, type Stop } from '../solve/stops.ts'
import { conditionsOf } from '../../flow/rules.ts'

/** Something that no visitor can do: reach a step, or answer it, with all of its `own` rules true; with `negated`, with the one rule
 *  false. */
export interface Impossible {
  index: number
  when: 'before' | 'after'
  own: readonly Rule[]
  negated?: true
}

type Conflict = Required<Pick<Problem, 'conflict'>>

/** Number of rule sets to try before settling for one that merely has no redundant rule instead of the smallest. */
const MAX_TRIALS = 200

/** The smallest set of rules that is enough to make it impossible, however all others come out. */
export function conflictOf(course: Course, target: Impossible): Conflict {
  const own = new Set(target.own)
  const others = concerned(course, target).filter((rule) => !own.has(rule))
  const found =
    decided(() => smallest([...own], others, (rules) => excludes(course, target, rules))) ?? target.own
  const places = placesOf(course.legs.map(({ stop }) => stop))
  return {
    conflict: found
      .flatMap((rule) => places.get(rule) ?? [])
      .sort((a, b) => a.order - b.order)
      .map(({ at, step, rule }) => ({ at, step, rule })),
  }
}

/** Tries growing sets in addition to all of the target's own rules, then removes every redundant rule. */
function smallest(
  own: readonly Rule[],
  others: readonly Rule[],
  excludes: (rules: readonly Rule[]) => boolean,
): Rule[] {
  let trials = 0
  const grown = (size: number, chosen: readonly Rule[], from: number): readonly Rule[] | null => {
    if (size === 0) return trials++ < MAX_TRIALS && excludes([...own, ...chosen]) ? chosen : null
    for (let at = from; at <= others.length - size && trials < MAX_TRIALS; at++) {
      const found = grown(size - 1, [...chosen, others[at]!], at + 1)
      if (found) return found
    }
    return null
  }
  const more = grown(0, [], 0) ?? grown(1, [], 0) ?? grown(2, [], 0) ?? grown(3, [], 0) ?? others
  let rules = [...own, ...more]
  for (const rule of rules) {
    const rest = rules.filter((other) => other !== rule)
    if (rules.length > 1 && excludes(rest)) rules = rest
  }
  return rules
}

function excludes(
  course: Course,
  { index, when, own, negated }: Impossible,
  rules: readonly Rule[],
): boolean {
  const { diagram } = course.space
  const kept = new Set(rules)
  const reached = reach(
    course,
    ({ display }) => new Set(display.filter((rule) => !kept.has(rule))),
    index,
  ).at(-1)!
  const states = when === 'before' ? reached.before : reached.after
  const keptRules = own.filter((rule) => kept.has(rule)).map(course.predicates.rule)
  return diagram.and(states, ...keptRules.map((node) => (negated ? diagram.not(node) : node))) === NOTHING
}

/** Display rules that can matter: those of steps that ask for the fields in question, or that end the flow, and so on backwards. */
function concerned({ legs, flow }: Course, { index, when, own }: Impossible): Rule[] {
  const looked = new Set(own.flatMap((rule) => fieldsIn(rule)))
  const rules = new Set<Rule>()
  for (let at = when === 'after' ? index : index - 1; at >= 0; at--) {
    const { stop, display } = legs[at]!
    if (at < index && stop.canBeLeft && !stop.asks.flatMap(fieldsOf).some((field) => looked.has(field)))
      continue
    for (const rule of display) {
      rules.add(rule)
      for (const field of fieldsIn(rule)) looked.add(field)
    }
  }
  return [...rules]

  function fieldsIn(rule: Rule): string[] {
    return conditionsOf(rule).flatMap(({ field }) => basesOf(flow, field))
  }
}

/** A rule with its path and its position among all rules. */
interface PlacedRule {
  at: Problem['at']
  step: string
  rule: string
  order: number
}

export function placesOf(stops: readonly Stop[]): Map<Rule, PlacedRule> {
  const places = new Map<Rule, PlacedRule>()
  for (const { at, ref, step } of stops) {
    const put = (rules: readonly Rule[], place: Problem['at']) =>
      rules.forEach((rule, n) =>
        places.set(rule, {
          at: [...place, n],
          step: stepId(ref),
          rule: rulesText([rule]),
          order: places.size,
        }),
      )
    put(step.display_rules ?? [], [...at, 'display_rules'])
    step.execute_actions?.forEach(({ rules = [] }, n) => put(rules, [...at, 'execute_actions', n, 'rules']))
  }
  return places
}
