import type { Problem } from '../../../schemas/author/problem.ts'
import type { Condition, Rule } from '../../../schemas/kernel/rule.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { rulesText } from '../kernel/ruleWords.ts'
import { NOTHING, type Node } from '../solve/diagram.ts'
import { isError } from '../kernel/weights.ts'
import { decided } from '../solve/decided.ts'
import { eachReached, type Course, type Leg, type Reached } from '../solve/reach.ts'
import { rulesOfStep } from '../solve/stops.ts'
import { conditionsOf } from '../../flow/rules.ts'
import { conflictOf, type Impossible } from './conflict.ts'
import type { EarlyLook } from './tooEarly.ts'
import { limitOf } from './limit.ts'
import { knownFields } from './knownFields.ts'
import { PROOF_PROBLEMS } from './proofProblems.ts'

/** Result of checking every rule. */
interface RuleProof {
  problems: Problem[]
  /** States in which visitors reach each step; of all steps, unless the rules are too entangled. */
  reached: Reached[]
  /** Rules that were not decided. */
  undecided: Rule[]
  /** Rule where the sets of visitors became too irregular; null if none did. */
  stuckAt: Rule | null
}

/** Finds rules that never or always hold, steps that no one sees, and actions that are never due. Consequences of one of them are not
 *  reported again: after a wrong rule, both of its outcomes are assumed. `early` lists what is already known to be wrong. `open` lists
 *  rules that are too entangled to check; both of their outcomes are assumed too. */
export function proveRules(course: Course, early: readonly EarlyLook[], open: ReadonlySet<Rule>): RuleProof {
  const { diagram } = course.space
  const wrong = new Set([...early.map(({ rule }) => rule), ...open])
  const problems: Problem[] = []
  const undecided = new Set(course.legs.flatMap(({ display }) => display.filter((rule) => !wrong.has(rule))))
  const reached: Reached[] = []
  let barred = false
  let trying: Rule | null = null
  let stuckAt: Rule | null = null
  const node = (rule: Rule): Node => {
    trying = rule
    return course.predicates.rule(rule)
  }
  const attempt = <T>(work: () => T): T | null => {
    const done = decided(work)
    if (done === null) stuckAt ??= trying
    trying = null
    return done
  }
  const settle = (leg: Leg, before: Node): ReadonlySet<Rule> => {
    const index = course.legs.indexOf(leg)
    const id = stepId(leg.stop.ref)
    if (before === NOTHING && !barred) problems.push(behindEnd(course, index))
    barred = before === NOTHING
    leg.display.forEach((rule, n) => {
      if (barred || wrong.has(rule)) return void undecided.delete(rule)
      const at = [...leg.stop.at, 'display_rules', n]
      if (diagram.and(before, node(rule)) === NOTHING) {
        wrong.add(rule)
        problems.push(never(course, { at, rule, id, before, target: { index, when: 'before', own: [rule] } }))
      } else if (compares(rule) && diagram.and(before, diagram.not(node(rule))) === NOTHING)
        problems.push(
          always(course, { at, rule, id, target: { index, when: 'before', own: [rule], negated: true } }),
        )
      undecided.delete(rule)
    })
    trying = null
    if (barred) return wrong
    const strict = leg.display.filter((rule) => !wrong.has(rule))
    if (diagram.and(before, ...strict.map(course.predicates.rule)) === NOTHING) {
      problems.push(excluded(course, { id, at: leg.stop.at, target: { index, when: 'before', own: strict } }))
      for (const rule of strict) wrong.add(rule)
    }
    return wrong
  }
  attempt(() => {
    for (const step of eachReached(course, settle)) reached.push(step)
    return reached
  })
  for (const [index, leg] of course.legs.entries()) {
    const step = reached[index]
    const found =
      step &&
      attempt(() =>
        step.shown === NOTHING ? [] : actionProblems(course, { leg, index, after: step.after, wrong, node }),
      )
    if (found) problems.push(...found)
    else for (const rule of rulesOfStep(leg.stop.step).actions) if (!wrong.has(rule)) undecided.add(rule)
  }
  return { problems, reached, undecided: [...undecided].filter(compares), stuckAt }
}

/** True if a rule has comparisons. Without any it always holds by its form, not by mistake. */
function compares(rule: Rule): boolean {
  return conditionsOf(rule).length > 0
}

function actionProblems(
  course: Course,
  {
    leg,
    index,
    after,
    wrong,
    node,
  }: { leg: Leg; index: number; after: Node; wrong: ReadonlySet<Rule>; node: (rule: Rule) => Node },
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
          ...PROOF_PROBLEMS.actionNeverDue(name, id),
        },
      ]
    if (after === NOTHING) return []
    const own = rules.filter((rule) => !wrong.has(rule))
    const problems = own.flatMap((rule): Problem[] => {
      const at = [...place, 'rules', rules.indexOf(rule)]
      const target: Impossible = { index, when: 'after', own: [rule] }
      if (diagram.and(after, node(rule)) === NOTHING)
        return [never(course, { at, rule, id, before: after, target })]
      if (isGuard(rule) || !compares(rule) || diagram.and(after, diagram.not(node(rule))) !== NOTHING)
        return []
      return [always(course, { at, rule, id, target: { ...target, negated: true } })]
    })
    if (problems.some(isError) || diagram.and(after, ...own.map(node)) !== NOTHING) return problems
    return [
      {
        code: 'action_never',
        at: place,
        ...PROOF_PROBLEMS.actionRulesNever(name, id),
        ...conflictOf(course, { index, when: 'after', own }),
      },
    ]
  })
}

/** True for a rule of an action that only asks for an answer: one more safeguard on a lead is not a mistake. */
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
    ...PROOF_PROBLEMS.ruleNever(id, rulesText([rule])),
    hint:
      others > 0
        ? PROOF_PROBLEMS.atOdds(others === 1 ? PROOF_PROBLEMS.anotherRule : PROOF_PROBLEMS.otherRules(others))
        : PROOF_PROBLEMS.correctCompared(knownFields(course, rule, { visitors: before, legs })),
    ...found,
    ...limitOf(course, [rule]),
  }
}

function always(course: Course, { at, rule, id, target }: Found): Problem {
  const found = conflictOf(course, target)
  return {
    code: 'rule_always',
    at,
    ...PROOF_PROBLEMS.ruleAlways(id, rulesText([rule])),
    ...(found.conflict.length > 1 && found),
    ...limitOf(course, [rule]),
  }
}

function excluded(course: Course, { id, at, target }: Pick<Found, 'id' | 'at' | 'target'>): Problem {
  return {
    code: 'step_unreachable',
    at: [...at, 'name'],
    ...PROOF_PROBLEMS.stepRulesNever(id, rulesText(target.own)),
    ...conflictOf(course, target),
    ...limitOf(course, target.own),
  }
}

/** A step that no visitor, or only one with a link of its own, can reach: everyone else comes to an end first. */
export function behindEnd({ legs }: Course, index: number): Problem {
  const end = legs.slice(0, index).findLast(({ stop }) => !stop.canBeLeft)
  return {
    code: 'step_unreachable',
    at: [...legs[index]!.stop.at, 'name'],
    ...PROOF_PROBLEMS.stepNeverReached(
      stepId(legs[index]!.stop.ref),
      end ? `, at "${stepId(end.stop.ref)}"` : '',
    ),
    hint: end ? PROOF_PROBLEMS.moveBefore(stepId(end.stop.ref)) : PROOF_PROBLEMS.removeOrCorrect,
  }
}
