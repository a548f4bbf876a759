import type { Flow } from '../../../schemas/flow/flow.ts'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import { advance, begin, stepInSight, type Effect } from '../../flow/journey.ts'
import type { Course } from '../../flow/walk.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { invent } from '../../author/visitors/invent.ts'
import { between, chanceOf, randomFrom, type Random } from './random.ts'

/** One path through a flow, to its end or to a step that its visitor can't answer. */
export interface ScriptedJourney {
  /** Effects before the first click, from the hidden steps that are passed at once. */
  arrival: Effect[]
  /** Effects of each move: the first click, and then every submitted step. */
  moves: { thinkMs: number; effects: Effect[] }[]
  /** Visible step after the last move, for example the thank-you page. */
  end: StepRef | null
}

/** Enough to make traffic look varied; walking the flow for each of a million visitors would take an hour. */
const JOURNEYS = 150
/** Limit for flows whose rules never let a journey end, which is the flow's problem. */
const MOVES = 100

/** Journeys that the flow core itself made, from random answers. */
export function journeysOf(flow: Flow, { seed, now }: { seed: number; now: number }): ScriptedJourney[] {
  const today = newYorkDate(now)
  return Array.from({ length: JOURNEYS }, (_, n) =>
    journey({ flow, origin: { today, query: {} } }, randomFrom(seed, -n - 2)),
  )
}

function journey(course: Course, random: Random): ScriptedJourney {
  const chance = chanceOf(random)
  let [state, arrival] = begin(course)
  const moves: ScriptedJourney['moves'] = []
  const move = (event: Parameters<typeof advance>[2], thinkMs: number) => {
    const [next, effects] = advance(course, state, event)
    state = next
    moves.push({ thinkMs, effects })
  }
  move({ type: 'click' }, between(random, 800, 6000))
  while (state.current && moves.length < MOVES) {
    const met = stepInSight(course, state)
    const data = met && invent(course.flow, { ...met, today: course.origin.today }, () => chance)
    if (!data || Object.keys(data).length === 0) break
    const thinkMs = between(random, 1500, 20_000)
    move({ type: 'submit', step: state.current, data, timeOnStepMs: thinkMs }, thinkMs)
  }
  return { arrival, moves, end: state.current }
}
