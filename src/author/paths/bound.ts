import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { NOTHING } from '../solve/diagram.ts'
import { reach } from '../solve/reach.ts'
import { basesOf, fieldsOf } from '../solve/stops.ts'
import { conditionsOf } from '../../flow/rules.ts'
import { decided } from '../solve/decided.ts'
import { prepare } from '../solve/solve.ts'

/** Minimum number of visitors that make every display rule true once and false once, where both are possible: the size of a set of ways
 *  such that no visitor takes two. Two steps are known to be apart if nothing in between asks again what the first rule looks at, since
 *  then it would come out the same at the second step. 1 if nothing is known. */
export function leastPaths(flow: Flow, today: string): number {
  return decided(() => largestApart(flow, today)) ?? 1
}

/** One outcome of one display rule, at the step of this index. */
interface RuleOutcome {
  index: number
  rule: Rule
  holds: boolean
}

function largestApart(flow: Flow, today: string): number {
  const course = prepare(flow, today)
  const reached = reach(course)
  const { diagram } = course.space
  const asks = course.legs.map(({ stop }) => new Set(stop.asks.flatMap(fieldsOf)))
  const states = ({ rule, holds }: RuleOutcome) => {
    const node = course.predicates.rule(rule)
    return holds ? node : diagram.not(node)
  }
  const ways = course.legs
    .flatMap(({ display }, index) =>
      display.flatMap((rule) => [true, false].map((holds): RuleOutcome => ({ index, rule, holds }))),
    )
    .filter((way) => diagram.and(reached[way.index]!.before, states(way)) !== NOTHING)
  const apart = (first: RuleOutcome, second: RuleOutcome) =>
    looksAtSame(flow, first, second) &&
    !askedAgain(flow, first, asks.slice(first.index, second.index)) &&
    diagram.and(reached[second.index]!.before, states(first), states(second)) === NOTHING
  const neighbors = ways.map(() => new Set<number>())
  for (let b = 0; b < ways.length; b++)
    for (let a = 0; a < b; a++)
      if (apart(ways[a]!, ways[b]!)) {
        neighbors[a]!.add(b)
        neighbors[b]!.add(a)
      }
  return Math.max(1, ...neighbors.map((_, start) => grown(start, neighbors)))
}

/** True if two rules share a field. Others are hardly ever apart, and there are very many of them. */
function looksAtSame(flow: Flow, first: RuleOutcome, second: RuleOutcome): boolean {
  const bases = new Set(basesOfRule(flow, first.rule))
  return first.index === second.index || basesOfRule(flow, second.rule).some((field) => bases.has(field))
}

function askedAgain(flow: Flow, { rule }: RuleOutcome, between: readonly ReadonlySet<string>[]): boolean {
  return basesOfRule(flow, rule).some((field) => between.some((fields) => fields.has(field)))
}

function basesOfRule(flow: Flow, rule: Rule): string[] {
  return conditionsOf(rule).flatMap(({ field }) => basesOf(flow, field))
}

/** Size of a set that includes `start` and has only mutual neighbors, built by always adding the one with the most candidates left. */
function grown(start: number, neighbors: readonly ReadonlySet<number>[]): number {
  let candidates = new Set(neighbors[start])
  let size = 1
  while (candidates.size > 0) {
    const left = (one: number) => common(candidates, neighbors[one]).size
    const next = [...candidates].reduce((best, one) => (left(one) > left(best) ? one : best))
    candidates = common(candidates, neighbors[next])
    size++
  }
  return size
}

function common(some: ReadonlySet<number>, others: ReadonlySet<number> | undefined): Set<number> {
  return new Set([...some].filter((one) => others?.has(one)))
}
