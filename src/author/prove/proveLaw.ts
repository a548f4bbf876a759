import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { filledAnswers, leaves } from '../../flow/elements/elements.ts'
import { agreedStates } from './agreed.ts'
import { decided } from '../solve/decided.ts'
import { NOTHING, type Node } from '../solve/diagram.ts'
import { reach, type Course, type Reached } from '../solve/reach.ts'
import { answered, type FieldRead } from '../solve/space.ts'
import { zipElements, type Stop } from '../solve/stops.ts'
import { witness } from '../solve/witness.ts'
import { breachesOf, queryIn, type Breach } from './lawBreaches.ts'
import { LAW_PROBLEMS } from '../law/lawProblems.ts'
import type { LawRule } from '../law/lawRules.ts'
import { STATE_OF } from '../../../schemas/flow/regimes.ts'
import { placeOfZip } from '../solve/zips.ts'

/** Number of days before a rule applies that authors are warned. */
const WARNED_DAYS = 90

/** Finds visitors for whom a flow breaks a rule of its regimes, and the rules that it would break soon. Each problem names the rule and
 *  comes with such a visitor. `again` prepares the same flow with more fields to read: where a rule is of one state, who is in it. For
 *  `open`, see `proveLeads`. */
export function proveLaw(course: Course, reached: readonly Reached[], { open, again }: LawProof): Problem[] {
  const stops = course.legs.map(({ stop }) => stop)
  const near = breachesOf(course.flow, stops).filter(
    ({ rule }) => daysUntil(rule, course.today) <= WARNED_DAYS,
  )
  const met = near.filter((breach) => statesOf(breach, course, reached, open) !== NOTHING)
  const byState = met.some(({ rule }) => STATE_OF[rule.regime])
    ? decided(() => {
        const placed = again(stateReads)
        return { course: placed, reached: reach(placed, () => open) }
      })
    : null
  const problems = new Map<string, Problem>()
  for (const breach of met) {
    const state = STATE_OF[breach.rule.regime]
    const key = JSON.stringify([breach.rule.id, breach.at])
    if (problems.has(key)) continue
    // Too entangled to tell who is in the state: anyone may be.
    const found = state === undefined || !byState ? { course, reached } : byState
    const all = statesOf(breach, found.course, found.reached, open)
    const states = state === undefined || !byState ? all : inState(found.course, all, state)
    if (states === NOTHING) continue
    problems.set(key, problemOf(breach, found, { states, isSure: open.size === 0 }))
  }
  return [...problems.values()]
}

export interface LawProof {
  open: ReadonlySet<Rule>
  again: (more: (flow: Flow, stops: readonly Stop[]) => FieldRead[]) => Course
}

/** States of visitors who meet a breach, wherever they are. */
function statesOf(
  { index, action, offer, states }: Breach,
  course: Course,
  reached: readonly Reached[],
  open: ReadonlySet<Rule>,
): Node {
  const { diagram } = course.space
  const own = states(course)
  if (!action) return diagram.and(reached[index]?.shown ?? NOTHING, own)
  const rules = (action.rules ?? []).filter((rule) => !open.has(rule))
  const agreed = agreedStates(
    course,
    course.legs.map(({ stop }) => stop),
    { offer, action },
  )
  return diagram.and(
    reached[index]?.after ?? NOTHING,
    ...rules.map(course.predicates.rule),
    ...(agreed.isToEach ? [agreed.toAny] : []),
    own,
  )
}

/** Fields that say where a visitor is, at every step that a rule can be broken on. */
function stateReads(flow: Flow, stops: readonly Stop[]): FieldRead[] {
  const fields = placeFields(flow, stops)
  const moments = new Set(
    stops.flatMap(({ ref }, index) => (flow.ui_config.offers[ref.offer_key]?.regimes ? answered(index) : [])),
  )
  return [...moments].flatMap((moment) =>
    [...fields.zip, ...fields.state].map((field) => ({ field, moment, apart: true as const })),
  )
}

/** Fields with ZIP codes, and those that their check fills with the state. */
function placeFields(flow: Flow, stops: readonly Stop[]): { zip: string[]; state: string[] } {
  const asked = stops
    .flatMap(({ step }) => leaves(step.questions))
    .flatMap((element) => zipElements(flow, element))
  return {
    zip: [...new Set(asked.map(({ field }) => field))],
    state: [
      ...new Set(
        asked.flatMap(({ element, question }) =>
          filledAnswers(element, question).includes('state')
            ? question.answers['state']!.backend_field_name
            : [],
        ),
      ),
    ],
  }
}

/** States in which the visitor's ZIP code is in a US state, or isn't known, among `states`. */
function inState({ flow, legs, space, predicates }: Course, states: Node, state: string): Node {
  const { diagram, fields } = space
  const { zip, state: filled } = placeFields(
    flow,
    legs.map(({ stop }) => stop),
  )
  const elsewhere = zip.map((field) => {
    const codes = (fields.get(field)?.cells ?? []).flat()
    return predicates.has(field, new Set(codes.filter((code) => stateOfZip(code) !== state)))
  })
  // The check fills in the state of the ZIP code.
  const other = filled.map((field) =>
    diagram.and(predicates.known(field), diagram.not(predicates.has(field, new Set([state])))),
  )
  return diagram.and(states, diagram.not(diagram.or(...elsewhere, ...other)))
}

function stateOfZip(code: string): string | null {
  const place = placeOfZip(code)
  return place === null || place === 'newer' ? null : place.state
}

function problemOf(
  { rule, offer, at, index, action, message, hint, language }: Breach,
  { course, reached }: { course: Course; reached: readonly Reached[] },
  { states, isSure }: { states: Node; isSure: boolean },
): Problem {
  const isLater = daysUntil(rule, course.today) > 0
  const found = isSure ? witness(course, reached, { index, states, when: action ? 'after' : 'before' }) : null
  return {
    code: isLater ? 'law_soon' : 'law_broken',
    at,
    message: `${message} ${isLater ? LAW_PROBLEMS.soon(rule, rule.from) : LAW_PROBLEMS.broken(rule)}`,
    hint,
    law: { rule: rule.id, offer },
    ...(found && { witness: { ...found, query: { ...found.query, ...queryIn(language) } } }),
  }
}

/** Number of days until a rule applies; at most 0 once it does. */
export function daysUntil({ from }: Pick<LawRule, 'from'>, today: string): number {
  return Math.round((Date.parse(from) - Date.parse(today)) / DAY_MS)
}

const DAY_MS = 86_400_000
