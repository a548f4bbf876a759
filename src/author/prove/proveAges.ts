import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { once } from '../../flow/kernel/once.ts'
import { asNumber } from '../../flow/rules.ts'
import { agesStated } from '../kernel/ageStated.ts'
import { authoringOf } from '../elements/authoringOf.ts'
import { agreedStates } from './agreed.ts'
import { decided } from '../solve/decided.ts'
import { EVERYTHING, NOTHING, type Node } from '../solve/diagram.ts'
import type { Course, Reached } from '../solve/reach.ts'
import { answered, type FieldRead } from '../solve/space.ts'
import { AGE, fieldsOf, type Stop } from '../solve/stops.ts'
import { witness } from '../solve/witness.ts'
import { PROOF_PROBLEMS } from './proofProblems.ts'

/** A minor's consent to calls is not valid. Source: Restatement of Contracts, section 14. */
const OF_AGE = 18

/** A field that tells a visitor's age, and the values that mean a minor. */
interface AgeField {
  field: string
  minor: ReadonlySet<string>
}

/** Fields that must be known where a visitor agrees, and where a lead is made: their age, and what they agreed to. */
export function minorReads(flow: Flow, stops: readonly Stop[], today: string): FieldRead[] {
  const ages = ageFields(flow, stops, today).map(({ field }) => field)
  const texts = [...adultTexts(stops).keys()]
  return stops.flatMap((stop, index): FieldRead[] => {
    const moment = answered(index)
    const sends = (stop.step.execute_actions ?? []).some(({ name }) => name === 'send_lead')
    if (!sends && !asksConsent(stop)) return []
    return [
      ...ages.map((field) => ({ field, moment, apart: true as const })),
      ...(sends ? texts.map((field) => ({ field, moment })) : []),
    ]
  })
}

/** Places where a visitor under 18 by their answers can agree or be sold, and where leads are sold of people who were never asked their
 *  age. Only the first of each offer, since it is one mistake. For `open`, see `proveLeads`. */
export function proveAges(course: Course, reached: readonly Reached[], open: ReadonlySet<Rule>): Problem[] {
  return decided(() => minorProblems(course, reached, open)) ?? []
}

function minorProblems(course: Course, reached: readonly Reached[], open: ReadonlySet<Rule>): Problem[] {
  const { space, predicates, legs } = course
  const { diagram } = space
  const stops = legs.map(({ stop }) => stop)
  const { isMinor, isUnknown } = ageStates(course)
  const seen = new Set<string>()
  const problems: Problem[] = []
  stops.forEach((stop, index) => {
    const after = reached[index]?.after ?? NOTHING
    const isToday =
      space.today && space.today.last >= answered(index) ? diagram.among(space.today.level, [0]) : EVERYTHING
    const report = (problem: Problem, states: Node) => {
      // Every consent text may lack the age, but minors passing is one mistake for all offers.
      const once = problem.code === 'age_unknown' ? `${problem.code} ${stop.ref.offer_key}` : problem.code
      if (states === NOTHING || seen.has(once)) return
      seen.add(once)
      const found = open.size === 0 ? witness(course, reached, { index, states, when: 'after' }) : null
      problems.push({ ...problem, ...(found && { witness: found }) })
    }
    const id = stepId(stop.ref)
    if (asksConsent(stop))
      report({ ...underAge(PROOF_PROBLEMS.agree(id)), at: stop.at }, diagram.and(after, isMinor, isToday))
    stop.step.execute_actions?.forEach((action, n) => {
      const { name, rules = [] } = action
      if (name !== 'send_lead') return
      const agreed = agreedStates(course, stops, { offer: stop.ref.offer_key, action })
      const at = [...stop.at, 'execute_actions', n]
      const met = diagram.and(after, ...rules.filter((rule) => !open.has(rule)).map(predicates.rule))
      const due = agreed.isToEach ? diagram.and(met, agreed.toAny) : met
      report({ ...underAge(PROOF_PROBLEMS.becomeLead(id)), at }, diagram.and(due, isMinor, isToday))
      report({ ...ageUnknown(id), at }, diagram.and(due, isUnknown))
    })
  })
  return problems
}

type Said = Omit<Problem, 'at'>

function underAge(what: string): Said {
  return {
    code: 'minor_agrees',
    ...PROOF_PROBLEMS.minorAgrees(OF_AGE, what),
  }
}

function ageUnknown(id: string): Said {
  return {
    code: 'age_unknown',
    ...PROOF_PROBLEMS.ageUnknown(id, OF_AGE),
  }
}

/** States by what is known of the visitor's age. */
export const ageStates = once((course: Course): { isMinor: Node; isUnknown: Node } => {
  const {
    space: { diagram },
    predicates,
    flow,
    legs,
  } = course
  const stops = legs.map(({ stop }) => stop)
  const ages = ageFields(flow, stops, course.today)
  const isAsked = diagram.or(...ages.map(({ field }) => predicates.known(field)))
  const hasSaidSo = diagram.or(
    ...Array.from(adultTexts(stops), ([field, texts]) => predicates.has(field, texts)),
  )
  return {
    isMinor: diagram.or(...ages.map(({ field, minor }) => predicates.has(field, minor))),
    isUnknown: diagram.not(diagram.or(isAsked, hasSaidSo)),
  }
})

function asksConsent({ asks }: Stop): boolean {
  return asks.some((ask) => ask.kind === 'single' && ask.isConsent)
}

/** Fields with dates of birth, ages, and answers to "Are you 18 or older?". */
function ageFields(flow: Flow, stops: readonly Stop[], today: string): AgeField[] {
  const minors = new Map<string, Set<string>>()
  for (const ask of stops.flatMap(({ asks }) => asks)) {
    const isUnder = underAgeBy(flow, ask, today)
    if (!isUnder) continue
    const [field = ''] = fieldsOf(ask)
    const values = ask.kind === 'single' ? ask.values : ask.kind === 'parts' ? ask.parts[0]!.values : []
    minors.set(field, new Set([...(minors.get(field) ?? []), ...values.filter(isUnder)]))
  }
  return Array.from(minors, ([field, minor]) => ({ field, minor }))
}

/** Tells whether a value means a minor; null for a question that does not ask for an age. */
function underAgeBy(
  flow: Flow,
  ask: Stop['asks'][number],
  today: string,
): ((value: string) => boolean) | null {
  if (ask.kind === 'ticks') return null
  const { element } = ask
  const { ageOf } = 'validations' in element ? authoringOf(element) : {}
  if (ageOf) return (value) => (ageOf(value, today) ?? OF_AGE) < OF_AGE
  if (ask.kind !== 'single' || ask.isConsent) return null
  if (ask.field === AGE) return (value) => (asNumber(value) ?? OF_AGE) < OF_AGE
  const question =
    'question_key' in element ? flow.constants_config.questions[element.question_key] : undefined
  return question && agesStated(question.label).includes(OF_AGE)
    ? (value) => value.toLowerCase() === 'no'
    : null
}

/** Consent texts that state the visitor's age, by field. */
function adultTexts(stops: readonly Stop[]): Map<string, Set<string>> {
  const texts = new Map<string, Set<string>>()
  for (const ask of stops.flatMap(({ asks }) => asks)) {
    if (ask.kind !== 'single' || !ask.isConsent) continue
    const stating = ask.values.filter((text) => agesStated(text).includes(OF_AGE))
    if (stating.length > 0) texts.set(ask.field, new Set([...(texts.get(ask.field) ?? []), ...stating]))
  }
  return texts
}
