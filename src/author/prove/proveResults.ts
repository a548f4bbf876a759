import { RESULT_MEANINGS, type ElementOf, type Result } from '../../../schemas/element.ts'
import type { Flow } from '../../../schemas/flow.ts'
import type { Problem } from '../../../schemas/problem.ts'
import type { Condition, Rule } from '../../../schemas/rule.ts'
import { complete, type ConsentText } from '../../flow/answers/data.ts'
import type { Answers } from '../../flow/answers/stepData.ts'
import { stepId } from '../../flow/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { asksEach, offerConsents } from '../../flow/consent/offerConsents.ts'
import { inWords } from '../../flow/inWords.ts'
import { fatesOf, leadsOnPath } from '../../flow/outcome.ts'
import { BUYER_FIELD, isOutcomeField, RESULT_FIELD, resultFields, rulesIn } from '../../flow/results.ts'
import { conditionsOf, holds } from '../../flow/rules.ts'
import { placesOf } from '../../flow/walk.ts'
import { PROOF_PROBLEMS } from '../../texts/author/proofProblems.ts'
import { formData } from '../simulate/script.ts'
import { NOTHING, type Node } from '../solve/diagram.ts'
import type { Course, Reached } from '../solve/reach.ts'
import { decided } from '../solve/solve.ts'
import { asked, type FieldRead } from '../solve/space.ts'
import type { Stop } from '../solve/stops.ts'
import { witness, type Witness } from '../solve/witness.ts'

/** What must be known at the ends whose results have no text for everybody: what their rules ask, and what decides whether a
 *  lead was sent. */
export function resultReads(flow: Flow, stops: readonly Stop[]): FieldRead[] {
  return stops.flatMap(({ step }, index) => {
    const open = openResults(step.questions)
    if (open.length === 0) return []
    const deciding = stops.slice(0, index).flatMap(({ step, ref }) => {
      const actions = (step.execute_actions ?? []).filter(({ name }) => name === 'send_lead')
      if (actions.length === 0) return []
      const rules = [...(step.display_rules ?? []), ...actions.flatMap(({ rules = [] }) => rules)]
      return [...fieldsIn(rules), ...offerConsents(flow, ref.offer_key).map(({ field }) => field)]
    })
    const own = fieldsIn(open.flatMap(({ element }) => rulesIn(element)))
    return [...new Set([...own, ...deciding])].map((field) => ({
      field,
      moment: asked(index),
      apart: true,
    }))
  })
}

/** Results that show nothing to somebody: the outcome, and the answers of such a visitor. */
export function proveResults(course: Course, reached: readonly Reached[]): Problem[] {
  return course.legs.flatMap(({ stop }, index) =>
    openResults(stop.step.questions).flatMap(({ element, at }) => {
      const found = decided(() => missing(course, reached, { index, element })) ?? []
      const [first] = found
      if (!first) return []
      const results = found.map(({ result }) => result)
      return [
        {
          code: 'result_missing',
          at: [...stop.at, 'questions', ...at, 'cases'],
          ...PROOF_PROBLEMS.resultMissing(
            stepId(stop.ref),
            inWords(
              results.map((result) => `"${result}"`),
              'or',
            ),
            RESULT_MEANINGS[first.result],
          ),
          witness: first.witness,
        },
      ]
    }),
  )
}

interface Missing {
  result: Result
  witness: Witness
}

/** The outcomes for which no text is shown, each with a visitor. */
function missing(
  course: Course,
  reached: readonly Reached[],
  { index, element }: { index: number; element: ElementOf<'result'> },
): Missing[] {
  const { diagram } = course.space
  const { rule } = course.predicates
  const states = reached[index]!.shown
  return (Object.keys(RESULT_MEANINGS) as Result[]).flatMap((result) => {
    const found = leadStates(course, index, result).flatMap(({ node, buyer }) => {
      const known = { [RESULT_FIELD]: result, ...(buyer !== null && { [BUYER_FIELD + buyer]: result }) }
      const shown = element.cases.map(({ display_rules = [] }) =>
        diagram.and(...display_rules.map((one) => rule(withOutcome(one, known)))),
      )
      const unmet = diagram.and(states, node, diagram.not(diagram.or(...shown)))
      if (unmet === NOTHING) return []
      const visitor = witness(course, reached, { index, states: unmet, when: 'before' })
      return visitor && canHave(course, index, visitor, result) ? { result, witness: visitor } : []
    })
    return found.slice(0, 1)
  })
}

/** The states in which an outcome can be: for each buyer to whom a lead goes; for those of whom none does, once. */
function leadStates(
  { legs, predicates, space: { diagram }, flow }: Course,
  index: number,
  result: Result,
): { node: Node; buyer: string | null }[] {
  const sends = legs.slice(0, index).flatMap(({ stop: { step, ref } }) =>
    (step.execute_actions ?? [])
      .filter(({ name }) => name === 'send_lead')
      .map(({ rules = [], buyers = [] }) => {
        const onPath = diagram.and(...(step.display_rules ?? []).map(predicates.rule))
        const asked = offerConsents(flow, ref.offer_key)
        const agreedTo = (consents: readonly ConsentText[]) =>
          diagram.or(...consents.map(({ field }) => predicates.known(field)))
        const met = diagram.and(onPath, ...rules.map(predicates.rule))
        const sendsTo = (buyer: string) =>
          asksEach(asked) ? diagram.and(met, agreedTo(asked.filter(({ seller }) => seller === buyer))) : met
        return {
          onPath,
          due: asksEach(asked) ? diagram.or(...buyers.map(sendsTo)) : met,
          agreed: agreedTo(asked),
          sendsTo,
          buyers,
        }
      }),
  )
  const due = diagram.or(...sends.map((one) => one.due))
  const passed = diagram.or(...sends.map(({ onPath }) => onPath))
  const agreed = diagram.or(...sends.map((one) => diagram.and(one.onPath, one.agreed)))
  if (result === 'nothing') return [{ node: diagram.not(passed), buyer: null }]
  if (result === 'unfit' || result === 'declined') {
    const unsent = diagram.and(passed, diagram.not(due))
    return [{ node: diagram.and(unsent, result === 'unfit' ? agreed : diagram.not(agreed)), buyer: null }]
  }
  return sends.flatMap((one) => one.buyers.map((buyer) => ({ node: one.sendsTo(buyer), buyer })))
}

/** The same rule once the outcome is known. */
function withOutcome(rule: Rule, known: Readonly<Record<string, string>>): Rule {
  return {
    ...rule,
    conditions: rule.conditions.map((part: Rule | Condition) => {
      if ('conditions' in part) return withOutcome(part, known)
      if (!isOutcomeField(part.field)) return part
      const value = { [part.field]: known[part.field] ?? 'nothing' }
      return holds({ operator: null, conditions: [part] }, value) ? ALWAYS : NEVER
    }),
  }
}

/** No field has a name with a space, so this one is never answered. */
const ALWAYS: Condition = { field: 'not asked', condition: 'eq', arg: null }
const NEVER: Condition = { ...ALWAYS, condition: 'neq' }

/** Whether the visitor, walked through the flow, can have that outcome there: what the rules of leads say at the end may not
 *  be what they said when the lead fell due. */
function canHave({ flow, legs }: Course, index: number, visitor: Witness, result: Result): boolean {
  const { today, query } = visitor
  const answers: Record<string, Answers[string]> = {}
  for (const { id, step } of placesOf(flow)) {
    const entered = visitor.answers[id]
    if (step.type === 'hidden') answers[id] = {}
    else if (entered) answers[id] = complete(flow, step, formData(flow, step, entered))
  }
  const course = { flow, origin: { today, query } }
  const leads = leadsOnPath(course, {
    answers,
    current: legs[index]!.stop.ref,
  })
  const sent = leads.some(({ fate }) => fate === 'sending')
  return sent ? SENT.has(result) : resultFields(flow, fatesOf(leads, null))[RESULT_FIELD] === result
}

const SENT: ReadonlySet<Result> = new Set<Result>(['accepted', 'waiting', 'rejected', 'kept'])

/** The results of a step of which every text has rules, each with its place among the step's elements. */
function openResults(
  elements: Stop['step']['questions'],
): { element: ElementOf<'result'>; at: (string | number)[] }[] {
  return elements.flatMap((element, n) => {
    if (element.type === 'container' && element.widget === 'group')
      return openResults(element.elements).map((one) => ({ ...one, at: [n, 'elements', ...one.at] }))
    if (!isA(element, 'result')) return []
    return element.cases.every(({ display_rules = [] }) => display_rules.length > 0)
      ? [{ element, at: [n] }]
      : []
  })
}

function fieldsIn(rules: readonly Rule[]): string[] {
  return rules.flatMap(conditionsOf).flatMap(({ field }) => (isOutcomeField(field) ? [] : field))
}
