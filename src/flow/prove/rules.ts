import type { Problem } from '../../../schemas/problem.ts'
import type { Condition, Rule } from '../../../schemas/rule.ts'
import { stepId } from '../elements.ts'
import { rulesText } from '../ruleWords.ts'
import { NOTHING, type Node } from '../solve/diagram.ts'
import { reach, type Course, type Leg } from '../solve/reach.ts'
import { conditionsOf } from '../solve/stops.ts'
import { conflictOf, type Impossible } from './conflict.ts'
import type { EarlyLook } from './early.ts'
import { limitOf } from './limit.ts'
import { knownThere } from './known.ts'

/** Rules that never hold or always do, steps that nobody sees, actions that are never due. What follows from one of them
 *  alone is not reported again: a rule that is wrong is taken to come out either way for everything behind it.
 *  `early`: what is wrong already. */
export function ruleProblems(course: Course, early: readonly EarlyLook[]): Problem[] {
  const { diagram } = course.space
  const wrong = new Set(early.map(({ rule }) => rule))
  const problems: Problem[] = []
  let barred = false
  const node = course.predicates.rule
  const settle = (leg: Leg, before: Node): ReadonlySet<Rule> => {
    const index = course.legs.indexOf(leg)
    const id = stepId(leg.stop.ref)
    if (before === NOTHING && !barred) problems.push(behindEnd(course, index))
    barred = before === NOTHING
    if (barred) return wrong
    leg.display.forEach((rule, n) => {
      if (wrong.has(rule)) return
      const at = [...leg.stop.at, 'display_rules', n]
      if (diagram.and(before, node(rule)) === NOTHING) {
        wrong.add(rule)
        problems.push(never(course, { at, rule, id, before, target: { index, when: 'before', own: [rule] } }))
      } else if (compares(rule) && diagram.and(before, diagram.not(node(rule))) === NOTHING)
        problems.push(
          always(course, { at, rule, id, target: { index, when: 'before', own: [rule], negated: true } }),
        )
    })
    const strict = leg.display.filter((rule) => !wrong.has(rule))
    if (diagram.and(before, ...strict.map(node)) === NOTHING) {
      problems.push(excluded(course, { id, at: leg.stop.at, target: { index, when: 'before', own: strict } }))
      for (const rule of strict) wrong.add(rule)
    }
    return wrong
  }
  const reached = reach(course, settle)
  course.legs.forEach((leg, index) => {
    const { shown, after } = reached[index]!
    if (shown[0] !== NOTHING) problems.push(...actionProblems(course, { leg, index, after, wrong }))
  })
  return problems
}

/** A rule without comparisons holds by its form, not by mistake. */
function compares(rule: Rule): boolean {
  return conditionsOf(rule).length > 0
}

function actionProblems(
  course: Course,
  { leg, index, after, wrong }: { leg: Leg; index: number; after: Node; wrong: ReadonlySet<Rule> },
): Problem[] {
  const { diagram } = course.space
  const { step, at, ref, canBeLeft } = leg.stop
  const id = stepId(ref)
  return (step.execute_actions ?? []).flatMap(({ name, rules = [] }, n): Problem[] => {
    const place = [...at, 'execute_actions', n]
    if (!canBeLeft)
      return [
        {
          code: 'action_never',
          at: place,
          message: `The action ${name} of "${id}" is never due: its step cannot be left, and actions are due once a step is answered.`,
          hint: 'Move it to a hidden step before, or add a submit.',
        },
      ]
    if (after === NOTHING) return []
    const own = rules.filter((rule) => !wrong.has(rule))
    const problems = own.flatMap((rule): Problem[] => {
      const at = [...place, 'rules', rules.indexOf(rule)]
      const node = course.predicates.rule(rule)
      const target: Impossible = { index, when: 'after', own: [rule] }
      if (diagram.and(after, node) === NOTHING)
        return [never(course, { at, rule, id, before: after, target })]
      if (isGuard(rule) || !compares(rule) || diagram.and(after, diagram.not(node)) !== NOTHING) return []
      return [always(course, { at, rule, id, target: { ...target, negated: true } })]
    })
    if (problems.length > 0 || diagram.and(after, ...own.map(course.predicates.rule)) !== NOTHING)
      return problems
    return [
      {
        code: 'action_never',
        at: place,
        message: `The action ${name} of "${id}" is never due: no visitor fulfils all of its rules.`,
        hint: 'Change one of the rules that are at odds, or remove the action.',
        ...conflictOf(course, { index, when: 'after', own }),
      },
    ]
  })
}

/** A rule of an action that only asks whether something is answered: one more lock on a lead is no mistake. */
function isGuard({ operator, conditions }: Rule): boolean {
  return (
    operator !== 'or' &&
    conditions.every((part: Rule | Condition) =>
      'conditions' in part
        ? isGuard(part)
        : part.condition === 'neq' && (part.arg === null || part.arg === ''),
    )
  )
}

interface Found {
  at: Problem['at']
  rule: Rule
  id: string
  target: Impossible
}

function never(course: Course, { at, rule, id, before, target }: Found & { before: Node }): Problem {
  const found = conflictOf(course, target)
  const others = found.conflict.length - 1
  const legs = course.legs.slice(0, target.when === 'after' ? target.index + 1 : target.index)
  return {
    code: 'rule_never',
    at,
    message: `No visitor comes to "${id}" for whom this holds: ${rulesText([rule])}.`,
    hint:
      others > 0
        ? `It is at odds with ${others === 1 ? 'another rule' : `${others} other rules`}: change one of them.`
        : `${knownThere(course, rule, { visitors: before, legs })} Correct what is compared, or remove the rule.`,
    ...found,
    ...limitOf(course, [rule]),
  }
}

function always(course: Course, { at, rule, id, target }: Found): Problem {
  const found = conflictOf(course, target)
  return {
    code: 'rule_always',
    at,
    message: `Every visitor who comes to "${id}" fulfils this, so it decides nothing: ${rulesText([rule])}.`,
    hint: 'Remove the rule, or correct what it compares.',
    ...(found.conflict.length > 1 && found),
    ...limitOf(course, [rule]),
  }
}

function excluded(course: Course, { id, at, target }: Pick<Found, 'id' | 'at' | 'target'>): Problem {
  return {
    code: 'step_unreachable',
    at: [...at, 'name'],
    message: `No visitor sees the step "${id}": nobody fulfils all of its rules, ${rulesText(target.own)}.`,
    hint: 'Change one of the rules that are at odds, or remove the step.',
    ...conflictOf(course, target),
    ...limitOf(course, target.own),
  }
}

function behindEnd({ legs }: Course, index: number): Problem {
  const end = legs.slice(0, index).findLast(({ stop }) => !stop.canBeLeft)
  return {
    code: 'step_unreachable',
    at: [...legs[index]!.stop.at, 'name'],
    message: `No visitor reaches the step "${stepId(legs[index]!.stop.ref)}": every way ends before it${end ? `, at "${stepId(end.stop.ref)}"` : ''}.`,
    hint: end
      ? `Move it before "${stepId(end.stop.ref)}", give that step something to go on with, or remove it.`
      : 'Remove it, or correct the steps before.',
  }
}
