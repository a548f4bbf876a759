import type { Flow } from '../../../schemas/flow.ts'
import type { Problem } from '../../../schemas/problem.ts'
import type { StepRef } from '../../../schemas/answer.ts'
import type { Rule } from '../../../schemas/rule.ts'
import { decided, type Answer } from './decided.ts'
import { NOTHING, type Node } from './diagram.ts'
import { courseOf, reach, type Course, type Reached } from './reach.ts'
import { endReads, solvedEnd, type SolvedEndRule } from './solvedEnds.ts'
import { createSpace, type FieldRead } from './space.ts'
import { stopsOf, type Stop } from './stops.ts'
import { witness } from './witness.ts'

/** What can happen to any visitor of a flow, whatever they answer. */
export interface Solution {
  steps: SolvedStep[]
}

export interface SolvedStep extends StepRef {
  at: Problem['at']
  /** A visitor who comes to the step; null when nobody does. */
  reached: Answer
  /** A visitor who sees it, or for whom it is tracked; and one who is led past it. */
  shown: Answer
  skipped: Answer
  display: SolvedRule[]
  actions: { name: string; at: Problem['at']; due: Answer; notDue: Answer; rules: SolvedRule[] }[]
  /** Of what it shows, where visitors end; empty unless `withEnds`. */
  ends: SolvedEndRule[]
}

/** A rule where it is looked at: of a step, by everybody who comes by; of an action, by everybody who answers the step. */
export interface SolvedRule {
  at: Problem['at']
  rule: Rule
  /** A visitor for whom it holds, and one for whom it does not. */
  holds: Answer
  fails: Answer
  /** A visitor for whom it would matter that this rule stood in its place: with it, all rules of its list come out
   *  otherwise. Null where that cannot be decided. */
  differs: (other: Rule) => Answer | null
}

/** Decides exactly what visitors of a flow can meet. `today`: YYYY-MM-DD; visitors come on any day of its year and the
 *  next. What people type is taken to be plain: numbers, and text that stands before, at or after what rules name.
 *  `withEnds`: also the rules by which ends show something.
 *  The flow must be right in all that src/author/check/check.ts looks at before.
 *  Null when its rules are too entangled to be decided in reasonable time and memory. */
export function solve(flow: Flow, today: string, { withEnds = false } = {}): Solution | null {
  return decided(() => {
    const course = prepare(flow, today, (stops) => (withEnds ? endReads(flow, stops) : []))
    return solution(course, reach(course), withEnds)
  })
}

/** How many nodes the sets of states may take: the demo sites need 5,000 each. */
const BUDGET_NODES = 300_000

/** A flow made ready, with `looks` at fields besides those of its rules. */
export function prepare(
  flow: Flow,
  today: string,
  readsOf: (stops: readonly Stop[]) => FieldRead[] = () => [],
): Course {
  const stops = stopsOf(flow, today)
  const space = createSpace(flow, stops, { today, looks: readsOf(stops), budget: BUDGET_NODES })
  return courseOf(flow, stops, { space, day: today })
}

function solution(course: Course, reached: Reached[], withEnds: boolean): Solution {
  const { diagram } = course.space
  return {
    steps: course.legs.map(({ stop: { ref, at, step } }, index): SolvedStep => {
      const { before, shown, skipped, after } = reached[index]!
      const answer = (when: 'before' | 'after', states: Node): Answer => ({
        possible: states !== NOTHING,
        script: () => decided(() => witness(course, reached, { index, states, when })),
      })
      const each = (when: 'before' | 'after', rules: readonly Rule[], at: Problem['at']): SolvedRule[] => {
        const nodes = rules.map(course.predicates.rule)
        const states = when === 'before' ? before : after
        return rules.map((rule, n) => {
          const node = nodes[n]!
          return {
            at: [...at, n],
            rule,
            holds: answer(when, diagram.and(states, node)),
            fails: answer(when, diagram.and(states, diagram.not(node))),
            differs: (other) =>
              decided(() => {
                const there = course.predicates.rule(other)
                const apart = diagram.or(
                  diagram.and(node, diagram.not(there)),
                  diagram.and(diagram.not(node), there),
                )
                return answer(when, diagram.and(states, ...nodes.toSpliced(n, 1), apart))
              }),
          }
        })
      }
      return {
        ...ref,
        at,
        reached: answer('before', before),
        shown: answer('before', shown),
        skipped: answer('before', skipped),
        display: each('before', step.display_rules ?? [], [...at, 'display_rules']),
        ends: withEnds ? solvedEnd(course, reached, index) : [],
        actions: (step.execute_actions ?? []).map(({ name, rules = [] }, n) => {
          const all = diagram.and(...rules.map(course.predicates.rule))
          const place = [...at, 'execute_actions', n]
          return {
            name,
            at: place,
            due: answer('after', diagram.and(after, all)),
            notDue: answer('after', diagram.and(after, diagram.not(all))),
            rules: each('after', rules, [...place, 'rules']),
          }
        }),
      }
    }),
  }
}
