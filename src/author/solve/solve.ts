import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { decided, type Answer } from './decided.ts'
import { NOTHING, type Node } from './diagram.ts'
import { courseOf, reach, type Course, type Reached } from './reach.ts'
import { endReads, solvedEnd, type SolvedEndRule } from './solvedEnds.ts'
import { createSpace, type FieldRead } from './space.ts'
import { stopsOf, type Stop } from './stops.ts'
import { witness } from './witness.ts'

/** Everything that can happen to visitors of a flow, whatever they answer. */
export interface Solution {
  steps: SolvedStep[]
}

export interface SolvedStep extends StepRef {
  at: Problem['at']
  /** A visitor who comes to the step; null if impossible. */
  reached: Answer
  /** A visitor who sees it, or for whom it is tracked; and one for whom it is skipped. */
  shown: Answer
  skipped: Answer
  display: SolvedRule[]
  actions: { name: string; at: Problem['at']; due: Answer; notDue: Answer; rules: SolvedRule[] }[]
  /** Rules of what it shows, on steps where visitors end; empty unless `withEnds`. */
  ends: SolvedEndRule[]
}

/** A rule with the visitors who evaluate it: for a step's rule, all who reach the step; for an action's, all who answer it. */
export interface SolvedRule {
  at: Problem['at']
  rule: Rule
  /** A visitor for whom it holds, and one for whom it fails. */
  holds: Answer
  fails: Answer
  /** A visitor for whom replacing this rule by the other changes the result of the whole list. Null if that cannot be decided. */
  differs: (other: Rule) => Answer | null
}

/** Decides exactly what visitors of a flow can meet. `today` is YYYY-MM-DD; visitors come on any day of its year and the next. People
 *  are assumed to type plain values: numbers, and text that sorts before, at, or after what rules name. `withEnds` includes the rules
 *  that decide what ends show. The flow must pass src/author/check/check.ts first. Null if its rules are too entangled to be decided in
 *  reasonable time and memory. */
export function solve(flow: Flow, today: string, { withEnds = false } = {}): Solution | null {
  return decided(() => {
    const course = prepare(flow, today, (stops) => (withEnds ? endReads(flow, stops) : []))
    return solution(course, reach(course), withEnds)
  })
}

/** Limit of nodes for the sets of states; the demo sites need 5,000 each. */
const BUDGET_NODES = 300_000

/** Prepares a flow. `readsOf` gives the fields needed in addition to those of its rules. */
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
