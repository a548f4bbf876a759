import { conditionsOf } from '../../flow/rules.ts'
import { computedField } from '../../flow/answers/computations.ts'
import type { StepRef } from '../../../schemas/answer.ts'
import type { Flow, Step } from '../../../schemas/flow.ts'
import type { Problem } from '../../../schemas/problem.ts'
import type { Condition, Rule } from '../../../schemas/rule.ts'
import { leaves, submits } from '../../flow/elements.ts'
import { rulesIn } from '../../flow/results.ts'
import type { Answering } from '../elements/authoring.ts'
import { answerings, routesOf } from './answering.ts'
import { SOURCES } from './sources.ts'

/** One step of the straight walk through all offers. */
export interface Stop {
  ref: StepRef
  at: Problem['at']
  step: Step
  /** Whether force-start-offer can make a visitor begin here, without any answers. */
  mayBegin: boolean
  /** Whether a visitor who sees it can go on. */
  canBeLeft: boolean
  asks: Answering[]
  /** The ways to leave it, each as what is then answered of `asks`. */
  routes: (readonly Answering[])[]
}

/** All steps in the order of the walk, and what each asks of visitors who come in the year of `today` or the next. */
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
    (ui_config.offers[offer_key]?.steps ?? []).map((step, index): Stop => {
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

/** The rules that a step's display, or its actions, depend on. */
export function rulesOfStep({ display_rules = [], execute_actions = [], questions }: Step): {
  display: Rule[]
  actions: Rule[]
  /** Those of what it shows. */
  elements: Rule[]
} {
  return {
    display: display_rules,
    actions: execute_actions.flatMap(({ rules = [] }) => rules),
    elements: leaves(questions).flatMap(rulesIn),
  }
}

/** The fields by whose values one of another name is known: those that it is computed from, or itself. */
export function basesOf(flow: Flow, field: string): readonly string[] {
  return computedField(flow, field)?.from ?? (computedField(flow, field) ? [] : [field])
}

/** What rules compare each field with. A field that another one is compared with at its validation is told apart by the
 *  same values. */
function argsByField(flow: Flow): Map<string, Condition['arg'][]> {
  const args = new Map<string, Condition['arg'][]>()
  for (const step of allSteps(flow)) {
    const { display, actions, elements } = rulesOfStep(step)
    for (const { field, arg } of [...display, ...actions, ...elements].flatMap(conditionsOf))
      args.set(field, [...(args.get(field) ?? []), arg])
  }
  return args
}

/** The field that holds how old a visitor is, where that is asked. Source: spec, section 3 "Lead payload". */
export const AGE = 'age'

function seedsByField({ ui_config }: Flow): Map<string, string[]> {
  const seeds = new Map<string, string[]>([[AGE, ['17']]])
  for (const { compute, from = [] } of Object.values(ui_config.fields))
    from.forEach((field, index) =>
      seeds.set(field, [...(seeds.get(field) ?? []), ...(SOURCES[compute].tells?.[index] ?? [])]),
    )
  return seeds
}

function allSteps({ ui_config }: Flow): Step[] {
  return Object.values(ui_config.offers).flatMap(({ steps }) => steps)
}

/** The fields that an element's answer fills. */
export function fieldsOf(asked: Answering): string[] {
  if (asked.kind === 'single') return [asked.field]
  if (asked.kind === 'parts') return asked.parts.map(({ field }) => field)
  return [asked.field, ...asked.options.flatMap(({ saved }) => saved ?? [])]
}
