import type { Rule } from '../../../schemas/kernel/rule.ts'
import { EVERYTHING, NOTHING, type Node } from './diagram.ts'
import { predicatesOf, type Predicates } from './predicates.ts'
import { answered, type Space } from './space.ts'
import { rulesOfStep, type Stop } from './stops.ts'
import { levelsOf, waysOf, type AnswerWay } from './ways.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'

/** A flow prepared for walking all visitors at once. */
export interface Course {
  flow: Flow
  space: Space
  predicates: Predicates
  legs: Leg[]
  /** Day of visitors for whom the day does not matter. */
  today: string
}

/** Effect of one step on the set of states. */
export interface Leg {
  stop: Stop
  display: readonly Rule[]
  /** Ways to answer, by route that leaves the step, then by element. */
  ways: AnswerWay[][][]
  /** States of a visitor who begins here, or who has not passed anything that fills the fields needed from here on. */
  blank: Node
  /** Variables of the fields that begin to matter here, and the states in which none of these has a value. */
  opening: readonly number[]
  fresh: Node
  /** Variables that nothing reads after it. */
  spent: ReadonlySet<number>
}

/** Sets of states before, at, and after one step. */
export interface Reached {
  /** States before the step: of all visitors, and of those who came through the previous step. */
  before: Node
  came: Node
  /** States of visitors who see it, or for whom it is tracked. */
  shown: Node
  /** Among those, states by route: before and after each element is answered. */
  routes: Node[][]
  skipped: Node
  /** States after it was answered or tracked; empty if it cannot be left. */
  after: Node
}

export function courseOf(
  flow: Flow,
  stops: readonly Stop[],
  { space, day }: { space: Space; day: string },
): Course {
  const { diagram, fields, today, parameters } = space
  const phones = new Set(
    stops.flatMap(({ asks }) =>
      asks.flatMap((ask) => (ask.kind === 'single' && ask.phoneChecked ? ask.field : [])),
    ),
  )
  const all = [...fields.values()]
  const isNone = (levels: readonly number[]) =>
    diagram.and(...levels.map((level) => diagram.among(level, [0])))
  const opens = new Map<number, number[]>()
  const closes = new Map<number, number[]>()
  const put = (map: Map<number, number[]>, moment: number, levels: number[]) =>
    map.set(moment >> 1, [...(map.get(moment >> 1) ?? []), ...levels])
  for (const field of all) {
    put(opens, field.first, levelsOf(field))
    put(closes, field.last, levelsOf(field))
  }
  if (today) put(closes, today.last, [today.level])
  for (const { level, last } of parameters.values()) put(closes, last, [level])
  const live = new Set<number>()
  const legs = stops.map((stop, index): Leg => {
    const opening = opens.get(index) ?? []
    for (const level of opening) live.add(level)
    const leg: Leg = {
      stop,
      display: rulesOfStep(stop.step).display,
      ways: stop.routes.map((asks) =>
        asks.map((ask) => waysOf(ask, { space, phones, moment: answered(index) })),
      ),
      blank: stop.mayBegin ? isNone([...live]) : NOTHING,
      opening,
      fresh: isNone(opening),
      spent: new Set(closes.get(index)),
    }
    for (const level of leg.spent) live.delete(level)
    return leg
  })
  return { flow, space, predicates: predicatesOf(flow, space), legs, today: day }
}

/** Sends all visitors through the flow, up to the step at `last`. `freeAt` lists the display rules of a step that may come out either
 *  way, whatever the state, given who reaches it. Going back and changing answers needs no extra work: a journey's fields are a fold
 *  over the answers on its path, so a visitor who goes back and changes one is in the same state as one who answered so at once
 *  (src/flow/walk.ts, `onPath`). */
export function reach(course: Course, freeAt?: FreeAt, last?: number): Reached[] {
  return [...eachReached(course, freeAt, last)]
}

type FreeAt = (leg: Leg, before: Node) => ReadonlySet<Rule>

/** The same step by step: if states become too irregular, earlier steps are still known. */
export function* eachReached(
  { space: { diagram }, predicates, legs }: Course,
  freeAt: FreeAt = () => NO_RULES,
  last = legs.length - 1,
): Generator<Reached, void> {
  let came = EVERYTHING
  for (const leg of legs.slice(0, last + 1)) {
    const { stop, display, ways, blank, fresh, spent } = leg
    const entering = diagram.and(came, fresh)
    const before = diagram.or(entering, blank)
    const free = freeAt(leg, before)
    const strict = display.filter((rule) => !free.has(rule))
    const showing = diagram.and(...strict.map(predicates.rule))
    const shown = diagram.and(before, showing)
    const routes = ways.map((elements) => {
      const along = [shown]
      for (const each of elements)
        along.push(
          diagram.or(...each.map((way) => diagram.and(diagram.without(along.at(-1)!, way.writes), way.to))),
        )
      return along
    })
    const skipped = strict.length < display.length ? before : diagram.and(before, diagram.not(showing))
    const after = stop.canBeLeft ? diagram.or(...routes.map((along) => along.at(-1)!)) : NOTHING
    came = diagram.without(diagram.or(skipped, after), spent)
    yield { before, came: entering, shown, routes, skipped, after }
  }
}

const NO_RULES: ReadonlySet<Rule> = new Set()
