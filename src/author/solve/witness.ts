import { stepId } from '../../flow/elements/elements.ts'
import type { AnswerScript } from '../../../schemas/author/script.ts'
import { FORCE_START_OFFER } from '../../flow/walk.ts'
import { NOTHING, type Diagram, type Node } from './diagram.ts'
import { entered, type Chosen } from './entered.ts'
import type { Course, Leg, Reached } from './reach.ts'

/** A visitor up to a given point: answers to all earlier steps, and to the step itself if it matters after the answer. The rest is left
 *  open. */
export type Witness = Required<Pick<AnswerScript, 'today' | 'query' | 'answers'>>

/** A visitor who comes to a step in one of these states, before its display rules or after its answer. Null if there is none. */
export function witness(
  course: Course,
  reached: readonly Reached[],
  { index, states, when }: { index: number; states: Node; when: 'before' | 'after' },
): Witness | null {
  const { diagram, today, parameters } = course.space
  const back: { leg: Leg; route: number; chosen: Chosen[] }[] = []
  let state = one(diagram, states)
  let begins: string | undefined
  for (let at = index; state !== NOTHING; at--) {
    const [leg, sets] = [course.legs[at]!, reached[at]!]
    if (at < index || when === 'after') {
      const skipped = at < index ? one(diagram, diagram.and(sets.skipped, state)) : NOTHING
      if (skipped !== NOTHING) state = skipped
      else {
        const { before, ...how } = unanswer(diagram, leg, sets, state)
        if (leg.stop.step.type !== 'hidden') back.unshift({ leg, ...how })
        state = before
      }
    }
    const came = one(diagram, diagram.and(sets.came, state))
    if (came === NOTHING) begins = leg.stop.ref.offer_key
    else state = came
    if (came === NOTHING || at === 0) break
    state = diagram.without(state, new Set(leg.opening))
  }
  const point = diagram.pick(state)
  if (!point) return null
  const day = today ? (today.days[point.get(today.level) ?? 0] ?? course.today) : course.today
  return {
    today: day,
    query: {
      ...(begins !== undefined && { [FORCE_START_OFFER]: begins }),
      ...Object.fromEntries(
        Array.from(parameters, ([name, { level, values }]) => [name, values[point.get(level) ?? 0]!]).filter(
          ([, value]) => value !== '',
        ),
      ),
    },
    answers: Object.fromEntries(
      back.map(({ leg: { stop }, route, chosen }) => [
        stepId(stop.ref),
        entered(stop.routes[route] ?? [], chosen, { space: course.space, today: day }),
      ]),
    ),
  }
}

/** One state of a set, as a set. */
function one(diagram: Diagram, set: Node): Node {
  const point = diagram.pick(set)
  return point ? cube(diagram, point) : NOTHING
}

function cube(diagram: Diagram, point: Iterable<readonly [number, number]>): Node {
  return diagram.and(...Array.from(point, ([level, value]) => diagram.among(level, [value])))
}

/** The state before a step was answered, the route that left it, and the answers, given the state after it. */
function unanswer(
  diagram: Diagram,
  leg: Leg,
  { routes }: Reached,
  after: Node,
): { before: Node; route: number; chosen: Chosen[] } {
  const ends = routes.map((along) => one(diagram, diagram.and(along.at(-1)!, after)))
  const route = Math.max(
    0,
    ends.findIndex((end) => end !== NOTHING),
  )
  const [along, ways] = [routes[route]!, leg.ways[route]!]
  let state = ends[route]!
  const chosen: Chosen[] = []
  for (let at = ways.length - 1; at >= 0; at--) {
    const before = along[at]!
    const candidates = ways[at]!.map((way) => diagram.and(diagram.without(before, way.writes), way.to, state))
    const way = candidates.findIndex((candidate) => candidate !== NOTHING)
    const point = diagram.pick(candidates[way] ?? NOTHING)
    if (!point) return { before: NOTHING, route, chosen }
    const { writes } = ways[at]![way]!
    // Variables that the way does not write keep the value of an earlier step.
    chosen.unshift({ way, values: new Map([...point].filter(([level]) => writes.has(level))) })
    state = one(
      diagram,
      diagram.and(
        before,
        cube(
          diagram,
          [...point].filter(([level]) => !writes.has(level)),
        ),
      ),
    )
  }
  return { before: state, route, chosen }
}
