import { conditionsOf } from '../../flow/rules.ts'
import { computedField } from '../../flow/answers/computations.ts'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { InputElement, LeafElement } from '../../../schemas/elements/element.ts'
import type { Flow, Question, Step } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Condition, Rule } from '../../../schemas/kernel/rule.ts'
import { leaves, question, submits } from '../../flow/elements/elements.ts'
import { isComposite, isInput } from '../../flow/elements/kinds.ts'
import { STATE_OF } from '../../../schemas/flow/regimes.ts'
import { zipOfState } from './zips.ts'
import { rulesIn } from '../../flow/results.ts'
import type { Answering } from '../elements/authoring.ts'
import { answerings, routesOf } from './answering.ts'
import { SOURCES } from './sources.ts'

/** One step of the straight walk through all offers. */
export interface Stop {
  ref: StepRef
  at: Problem['at']
  step: Step
  /** True if force-start-offer can make a visitor begin here, without any answers. */
  mayBegin: boolean
  /** True if a visitor who sees it can continue. */
  canBeLeft: boolean
  asks: Answering[]
  /** Routes that leave it, each with the part of `asks` that it answers. */
  routes: (readonly Answering[])[]
}

/** All steps in the order of the walk, except call_anyway steps, with their questions for visitors who come in the year of `today` or
 *  the next. These are visitors who didn't opt out of the sale: the others see a part of these steps, and no lead of theirs needs less. */
export function stopsOf(flow: Flow, today: string): Stop[] {
  const { offer_order, ui_config } = flow
  const args = argsByField(flow)
  const seeds = seedsByField(flow)
  const distinctions = {
    today,
    lastYear: Number(today.slice(0, 4)) + 1,
    args: (field: string) => args.get(field) ?? [],
    seeds: (field: string) => seeds.get(field) ?? [],
  }
  return offer_order.flatMap((offer_key, order) =>
    (ui_config.offers[offer_key]?.steps ?? []).flatMap((step, index): Stop | [] => {
      if (step.type === 'call_anyway') return []
      const asks = step.type === 'hidden' ? [] : answerings(flow, step, distinctions)
      return {
        ref: { offer_key, step_key: step.name },
        at: ['ui_config', 'offers', offer_key, 'steps', index],
        step,
        mayBegin: order > 0 && index === 0,
        canBeLeft: step.type === 'hidden' || leaves(step.questions).some(submits),
        asks,
        routes: routesOf(flow, step, asks),
      }
    }),
  )
}

/** Rules that a step's display, actions or elements depend on. */
export function rulesOfStep({ display_rules = [], execute_actions = [], questions }: Step): {
  display: Rule[]
  actions: Rule[]
  /** Rules of its elements. */
  elements: Rule[]
} {
  return {
    display: display_rules,
    actions: execute_actions.flatMap(({ rules = [] }) => rules),
    elements: leaves(questions).flatMap(rulesIn),
  }
}

/** Fields that determine another field: the inputs of a computed field, or the field itself. */
export function basesOf(flow: Flow, field: string): readonly string[] {
  return computedField(flow, field)?.from ?? (computedField(flow, field) ? [] : [field])
}

/** Values that rules compare each field with. A field that a validation compares with another shares that one's values. */
function argsByField(flow: Flow): Map<string, Condition['arg'][]> {
  const args = new Map<string, Condition['arg'][]>()
  for (const step of allSteps(flow)) {
    const { display, actions, elements } = rulesOfStep(step)
    for (const { field, arg } of [...display, ...actions, ...elements].flatMap(conditionsOf))
      args.set(field, [...(args.get(field) ?? []), arg])
  }
  return args
}

/** Field for the age of a visitor. Source: spec, section 3 "Lead payload". */
export const AGE = 'age'

function seedsByField(flow: Flow): Map<string, string[]> {
  const { ui_config } = flow
  const seeds = new Map<string, string[]>([[AGE, ['17']], ...placeSeeds(flow)])
  for (const { compute, from = [] } of Object.values(ui_config.fields))
    from.forEach((field, index) =>
      seeds.set(field, [...(seeds.get(field) ?? []), ...(SOURCES[compute].tells?.[index] ?? [])]),
    )
  return seeds
}

/** A ZIP code in each state with rules of its own that the flow is held to, for the fields that ask for one, and the state itself for
 *  fields that the check fills with it. */
function placeSeeds(flow: Flow): [string, string[]][] {
  const regimes = Object.values(flow.ui_config.offers).flatMap(({ regimes = [] }) => regimes)
  const states = [...new Set(regimes.flatMap((regime) => STATE_OF[regime] ?? []))]
  if (states.length === 0) return []
  const zips = states.flatMap((state) => zipOfState(state) ?? [])
  return allSteps(flow)
    .flatMap(({ questions }) => leaves(questions))
    .flatMap((element) => zipElements(flow, element))
    .flatMap(({ field, question: { answers } }): [string, string[]][] => [
      [field, zips],
      ...(answers['state'] ? [[answers['state'].backend_field_name, states] as [string, string[]]] : []),
    ])
}

/** The element with its question and field, if it asks for a ZIP code. */
export function zipElements(
  flow: Flow,
  element: LeafElement,
): { element: InputElement; question: Question; field: string }[] {
  if (!isInput(element) || isComposite(element)) return []
  const { local = [], external = [] } = element.validations as {
    local?: readonly { name: string }[]
    external?: readonly string[]
  }
  if (!external.includes('zip') && !local.some(({ name }) => name === 'zip')) return []
  const asked = question(flow, element.question_key)
  const field = asked.answers[element.answer_id]?.backend_field_name
  return field === undefined ? [] : [{ element, question: asked, field }]
}

function allSteps({ ui_config }: Flow): Step[] {
  return Object.values(ui_config.offers).flatMap(({ steps }) => steps)
}

/** Fields that an element's answer fills. */
export function fieldsOf(asked: Answering): string[] {
  if (asked.kind === 'single') return [asked.field]
  if (asked.kind === 'parts') return asked.parts.map(({ field }) => field)
  return [asked.field, ...asked.options.flatMap(({ saved }) => saved ?? [])]
}
