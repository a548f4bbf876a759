import type { ExecuteAction, Flow } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { isServerOnly } from '../../flow/answers/computations.ts'
import { inWords } from '../../flow/inWords.ts'
import { agreedStates, consentsOf } from './agreed.ts'
import { decided } from '../solve/decided.ts'
import { NOTHING, type Node } from '../solve/diagram.ts'
import type { Course, Reached } from '../solve/reach.ts'
import { answered, CHECKED, PHONE_CHECKED, type FieldRead } from '../solve/space.ts'
import type { Stop } from '../solve/stops.ts'
import { computedField } from '../../flow/answers/computations.ts'
import { witness } from '../solve/witness.ts'
import { PROOF_PROBLEMS } from './proofProblems.ts'

/** Fields that must be known when a lead is made, in addition to those of rules: the consent, the phone number, what buyers need. */
export function leadReads(flow: Flow, stops: readonly Stop[]): FieldRead[] {
  return stops.flatMap(({ step, ref }, index) =>
    (step.execute_actions ?? []).flatMap((action) => {
      const fields = action.email
        ? [action.email.to]
        : [...consentsOf(stops, ref.offer_key).keys(), PHONE_CHECKED, ...neededBy(flow, action)]
      return fields.map((field) => ({ field, moment: answered(index) }))
    }),
  )
}

/** Finds lead actions that can fall due for a visitor who did not agree to the offer's consent text, whose phone number was not checked,
 *  or who lacks something that a buyer needs; each with such a visitor. `undecided` lists the steps (offer/step) with leads that could
 *  not be decided. `reached` goes as far as it is known. `open` lists rules that were skipped: without them more visitors pass than in
 *  reality, so leads without a problem are right, and those with one are undecided. */
export function proveLeads(
  course: Course,
  reached: readonly Reached[],
  open: ReadonlySet<Rule>,
): { problems: Problem[]; undecided: string[] } {
  const sending = course.legs.flatMap(({ stop }, index) => {
    if (!stop.step.execute_actions?.length) return []
    const found = reached[index] && decided(() => leadProblems(course, { reached, index, open }))
    return { id: stepId(stop.ref), found: open.size > 0 && found?.length ? null : found }
  })
  return {
    problems: sending.flatMap(({ found }) => found ?? []),
    undecided: sending.flatMap(({ id, found }) => (found ? [] : id)),
  }
}

/** Problems with the leads of one step. */
function leadProblems(
  course: Course,
  { reached, index, open }: { reached: readonly Reached[]; index: number; open: ReadonlySet<Rule> },
): Problem[] {
  const { flow } = course
  const { diagram } = course.space
  const stops = course.legs.map(({ stop }) => stop)
  const { step, ref, at } = stops[index]!
  return (step.execute_actions ?? []).flatMap((action, n): Problem[] => {
    const place = [...at, 'execute_actions', n]
    const rules = (action.rules ?? []).filter((rule) => !open.has(rule))
    const met = diagram.and(reached[index]!.after, ...rules.map(course.predicates.rule))
    const shownBy = (states: Node) => {
      const found = witness(course, reached, { index, states, when: 'after' })
      return found ? { witness: found } : {}
    }
    const id = stepId(ref)
    if (action.name === 'send_email') {
      const { to = '' } = action.email ?? {}
      const without = to === '' ? NOTHING : diagram.and(met, diagram.not(course.predicates.known(to)))
      const where = [...place, 'email', 'to']
      return without === NOTHING ? [] : [{ ...withoutAddress(id, to), at: where, ...shownBy(without) }]
    }
    const consents = consentsOf(stops, ref.offer_key)
    const agreed = agreedStates(course, stops, { offer: ref.offer_key, action })
    const due = agreed.isToEach ? diagram.and(met, agreed.toAny) : met
    const unasked = diagram.and(due, diagram.not(agreed.toAny))
    const called = course.predicates.has(PHONE_CHECKED, new Set([CHECKED]))
    const unchecked = diagram.and(due, diagram.not(called))
    return [
      ...(unasked === NOTHING
        ? []
        : [{ ...withoutConsent(id, ref.offer_key, [...consents.keys()]), at: place, ...shownBy(unasked) }]),
      ...(unchecked === NOTHING ? [] : [{ ...withoutPhone(id), at: place, ...shownBy(unchecked) }]),
      ...(action.buyers ?? []).flatMap((key, b): Problem[] => {
        const buyer = flow.ui_config.buyers?.[key]
        const lacking = (buyer?.required_fields ?? []).flatMap((field) => {
          const dueTo = agreed.isToEach ? diagram.and(met, agreed.to(key)) : due
          const without = comesWithLead(flow, field)
            ? NOTHING
            : diagram.and(dueTo, diagram.not(course.predicates.known(field)))
          return without === NOTHING ? [] : [{ field, without }]
        })
        const [first] = lacking
        if (!buyer || !first) return []
        const fields = lacking.map(({ field }) => field)
        return [
          {
            ...withoutField(id, buyer.name, fields),
            at: [...place, 'buyers', b],
            ...shownBy(first.without),
          },
        ]
      }),
    ]
  })
}

/** Buyers that no action names. */
export function unusedBuyers({ ui_config }: Flow): Problem[] {
  const actions = Object.values(ui_config.offers).flatMap(({ steps }) =>
    steps.flatMap((step) => step.execute_actions ?? []),
  )
  const named = new Set(actions.flatMap(({ buyers = [] }) => buyers))
  return Object.keys(ui_config.buyers ?? {})
    .filter((key) => !named.has(key))
    .map((key) => ({
      code: 'unused_buyer',
      at: ['ui_config', 'buyers', key],
      ...PROOF_PROBLEMS.unusedBuyer(key),
    }))
}

type Said = Omit<Problem, 'at'>

function withoutConsent(id: string, offer: string, consents: readonly string[]): Said {
  const [field = `${offer}_tcpa`] = consents
  return {
    code: 'lead_without_consent',
    ...PROOF_PROBLEMS.leadWithoutConsent(id, offer),
    hint: consents.length === 0 ? PROOF_PROBLEMS.addConsent(field) : PROOF_PROBLEMS.askForIt(field),
  }
}

function withoutAddress(id: string, to: string): Said {
  return {
    code: 'email_without_address',
    ...PROOF_PROBLEMS.emailWithoutAddress(id, to),
  }
}

function withoutPhone(id: string): Said {
  return {
    code: 'lead_without_phone_check',
    ...PROOF_PROBLEMS.leadWithoutPhoneCheck(id),
  }
}

function withoutField(id: string, buyer: string, fields: readonly string[]): Said {
  const list = fields.map((field) => `"${field}"`)
  return {
    code: 'buyer_field_missing',
    ...PROOF_PROBLEMS.buyerFieldMissing(
      buyer,
      id,
      inWords(list, 'and'),
      fields.length === 1 ? 'it' : 'them',
      fields.length === 1 ? 'it is' : 'they are',
    ),
  }
}

function neededBy(flow: Flow, { buyers = [] }: ExecuteAction): string[] {
  return buyers
    .flatMap((key) => flow.ui_config.buyers?.[key]?.required_fields ?? [])
    .filter((field) => !comesWithLead(flow, field))
}

/** True for fields that the server adds to every lead. */
function comesWithLead(flow: Flow, field: string): boolean {
  const computed = computedField(flow, field)
  return computed !== undefined && isServerOnly(computed)
}
