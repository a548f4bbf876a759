import type { Result } from '../../../schemas/elements/element.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Condition, Rule } from '../../../schemas/kernel/rule.ts'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import { complete, type ConsentText } from '../../flow/answers/data.ts'
import type { Answers } from '../../flow/answers/stepData.ts'
import { asksEach, offerConsents } from '../../flow/answers/offerConsents.ts'
import { fatesOf, leadsOnPath, type PathLead } from '../../flow/outcome.ts'
import { BUYER_FIELD, isOutcomeField, RESULT_FIELD, resultFields } from '../../flow/results.ts'
import { conditionsOf, holds } from '../../flow/rules.ts'
import { placesOf } from '../../flow/walk.ts'
import { formData } from '../simulate/script.ts'
import type { Node } from './diagram.ts'
import type { Course } from './reach.ts'
import { asked, type FieldRead } from './space.ts'
import type { Stop } from './stops.ts'
import type { Witness } from './witness.ts'

/** Outcomes of leads, as sets of visitors. */

/** Values of the fields that have the outcome of a lead in an end's rules: `lead.outcome`, and `buyer.` with a buyer's key. */
export type Outcome = Readonly<Record<string, string>>

/** Fields that must be known at an end to decide `rules` there: those of the rules, and those that decide whether a lead was sent. */
export function outcomeReads(
  flow: Flow,
  stops: readonly Stop[],
  { index, rules }: { index: number; rules: readonly Rule[] },
): FieldRead[] {
  const deciding = stops.slice(0, index).flatMap(({ step, ref }) => {
    const actions = (step.execute_actions ?? []).filter(({ name }) => name === 'send_lead')
    if (actions.length === 0) return []
    const sending = [...(step.display_rules ?? []), ...actions.flatMap(({ rules = [] }) => rules)]
    return [...fieldsIn(sending), ...offerConsents(flow, ref.offer_key).map(({ field }) => field)]
  })
  return [...new Set([...fieldsIn(rules), ...deciding])].map((field) => ({
    field,
    moment: asked(index),
    apart: true,
  }))
}

/** States in which an outcome is possible, with its fields: one for each buyer that gets a lead, and one for all buyers that get none. */
export function leadStates(
  { legs, predicates, space: { diagram }, flow }: Course,
  index: number,
  result: Result,
): { node: Node; known: Outcome }[] {
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
  const none = { [RESULT_FIELD]: result }
  if (result === 'nothing') return [{ node: diagram.not(passed), known: none }]
  const at = (buyers: readonly string[]): Outcome => ({
    ...none,
    ...Object.fromEntries(buyers.map((buyer) => [BUYER_FIELD + buyer, result])),
  })
  if (result === 'unfit' || result === 'declined') {
    const unsent = diagram.and(diagram.not(due), result === 'unfit' ? agreed : diagram.not(agreed))
    return sends.map((one) => ({ node: diagram.and(unsent, one.onPath), known: at(one.buyers) }))
  }
  return sends.flatMap((one) => one.buyers.map((buyer) => ({ node: one.sendsTo(buyer), known: at([buyer]) })))
}

/** The same rule once the outcome is known. */
export function withOutcome(rule: Rule, known: Outcome): Rule {
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

/** True if the visitor can have that outcome when walked through the flow. Rules of leads may come out otherwise at the end than when
 *  the lead became due. */
export function canHave(course: Course, index: number, visitor: Witness, result: Result): boolean {
  const { flow, legs } = course
  const leads = leadsOf(course, visitor, legs[index]!.stop.ref)
  const sent = leads.some(({ fate }) => fate === 'sending')
  return sent ? SENT.has(result) : resultFields(flow, fatesOf(leads, null))[RESULT_FIELD] === result
}

/** Leads of a visitor who was walked through the flow and is at `current`; null for one who answered every step. */
export function leadsOf({ flow }: Course, visitor: Witness, current: StepRef | null): readonly PathLead[] {
  const { today, query } = visitor
  const answers: Record<string, Answers[string]> = {}
  for (const { id, step } of placesOf(flow)) {
    const entered = visitor.answers[id]
    if (step.type === 'hidden') answers[id] = {}
    else if (entered) answers[id] = complete(flow, step, formData(flow, step, entered))
  }
  return leadsOnPath({ flow, origin: { today, query } }, { answers, current })
}

const SENT: ReadonlySet<Result> = new Set<Result>(['accepted', 'waiting', 'rejected', 'kept'])

function fieldsIn(rules: readonly Rule[]): string[] {
  return rules.flatMap(conditionsOf).flatMap(({ field }) => (isOutcomeField(field) ? [] : field))
}
