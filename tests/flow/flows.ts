import type { Element, ElementOf, LocalValidation } from '../../schemas/elements/element.ts'
import type { Flow, Offer, Question, Step, UiConfig } from '../../schemas/flow/flow.ts'
import type { Condition, Rule } from '../../schemas/kernel/rule.ts'
import type { Origin } from '../../schemas/kernel/session.ts'
import { advance, begin, type Effect, type Journey, type JourneyEvent } from '../../src/flow/journey.ts'
import type { Course } from '../../src/flow/walk.ts'
import type { StepData } from '../../src/flow/answers/stepData.ts'
import { PLAIN_BRAND } from '../brands.ts'

/** Short notation for flows. A question is named after the field that it answers, and its label is that name with `?`. */

/** An element, and the questions that it asks. */
export interface Part {
  element: Element
  questions?: Record<string, Question>
}

interface SmallStep {
  step: Step
  parts: Part[]
}

export function step(name: string, parts: Part[], rest: Partial<Step> = {}): SmallStep {
  return { step: { name, questions: parts.map(({ element }) => element), ...rest }, parts }
}

export function hidden(name: string, rest: Partial<Step> = {}): SmallStep {
  return step(name, [], { type: 'hidden', ...rest })
}

interface Rest {
  ui?: Partial<UiConfig>
  /** Changes to offers, by offer key; offers are real unless this says otherwise. */
  offers?: Record<string, Partial<Offer>>
}

export function flow(steps: Record<string, SmallStep[]>, { ui = {}, offers = {} }: Rest = {}): Flow {
  const parts = Object.values(steps).flatMap((offer) => offer.flatMap(({ parts }) => parts))
  const questions: Record<string, Question> = {}
  for (const part of parts)
    for (const [key, { label, answers }] of Object.entries(part.questions ?? {}))
      questions[key] = { label, answers: { ...questions[key]?.answers, ...answers } }
  return {
    constants_config: { questions },
    ui_config: {
      template: 'leadloom',
      site: PLAIN_BRAND,
      style: 'small',
      title: 'A small flow',
      favicon: 'small',
      basic_fields: [],
      fields: {},
      entrypoint: { tracking_scripts: {} },
      offers: Object.fromEntries(
        Object.entries(steps).map(([key, all]) => [
          key,
          { name: key, real: true, design: 'plain', steps: all.map(({ step }) => step), ...offers[key] },
        ]),
      ),
      ...ui,
    },
    offer_order: Object.keys(steps),
  }
}

/** One button for each value; its answer's id is `a` and its place. */
export function choices(field: string, ...values: string[]): Part[] {
  return values.map((value, index) => {
    const answer_id = `a${index}`
    return {
      element: {
        type: 'container',
        widget: 'choice',
        submit: true,
        question_key: field,
        answer_id,
        text: value,
      },
      questions: {
        [field]: question(field, { [answer_id]: { backend_field_name: field, backend_field_value: value } }),
      },
    }
  })
}

export function input(
  widget: 'text' | 'textarea' | 'date_of_birth',
  field: string,
  local: (LocalValidation | LocalValidation['name'])[] = ['required'],
): Part {
  return {
    element: { type: 'input', widget, question_key: field, answer_id: 'value', validations: checks(local) },
    questions: { [field]: question(field, { value: { backend_field_name: field } }) },
  }
}

export function slider(
  field: string,
  scale: Pick<ElementOf<'slider'>, 'min' | 'max' | 'step' | 'start'>,
  local: (LocalValidation | LocalValidation['name'])[] = ['required'],
): Part {
  return {
    element: {
      type: 'input',
      widget: 'slider',
      question_key: field,
      answer_id: 'value',
      validations: checks(local),
      ...scale,
    },
    questions: { [field]: question(field, { value: { backend_field_name: field } }) },
  }
}

export function select(
  widget: 'dropdown' | 'radio' | 'multi_select',
  field: string,
  values: readonly string[],
  local: LocalValidation['name'][] = ['required'],
): Part {
  const options = values.map((value) => ({ text: value.toUpperCase(), backend_field_value: value }))
  return {
    element: { type: 'select', widget, question_key: field, answer_id: 'value', validations: checks(local) },
    questions: { [field]: question(field, { value: { backend_field_name: field, options } }) },
  }
}

/** Composite question `key`. Its fields are named after it, `_` and the part: car_year. */
export function composite(widget: 'vehicle' | 'injury_date', key: string): Part {
  const ids = widget === 'vehicle' ? ['year', 'make', 'model'] : ['year', 'month']
  const answers = ids.map((id) => [id, { backend_field_name: `${key}_${id}`, label: `${key} ${id}` }])
  return {
    element: { type: 'input', widget, question_key: key, validations: checks(['required']) },
    questions: { [key]: question(key, Object.fromEntries(answers)) },
  }
}

export function consent(field: string, text: string): Part {
  return {
    element: { type: 'container', widget: 'consent', question_key: field, answer_id: 'value' },
    questions: {
      [field]: question(field, { value: { backend_field_name: field, backend_field_value: text } }),
    },
  }
}

/** A consent to one seller. */
export function box(field: string, seller: string, text: string): Part {
  const part = consent(field, text)
  return { ...part, element: { ...part.element, seller } as Part['element'] }
}

export const SUBMIT: Part = { element: { type: 'submit', text: 'Continue' } }
export const THANKS: Part = { element: { type: 'container', widget: 'html', html: '<p>Thank you.</p>' } }

function question(field: string, answers: Question['answers']): Question {
  return { label: `${field}?`, answers }
}

function checks(local: (LocalValidation | LocalValidation['name'])[]) {
  return { local: local.map((check) => (typeof check === 'string' ? { name: check } : check)) }
}

/** Rules with one condition: `when('age', 'gte', 18)`. */
export function when(field: string, condition: Condition['condition'], arg: Condition['arg']): Rule[] {
  return [{ operator: null, conditions: [{ field, condition, arg }] }]
}

export const TODAY = '2026-11-20'

export function origin(query: Origin['query'] = {}, today = TODAY): Origin {
  return { today, query }
}

/** A note on a return that contradicts its sale is dropped, as no visitor is known for it. */
export function ref(id: string) {
  const [offer_key = '', step_key = ''] = id.split('/')
  return { offer_key, step_key }
}

export const CLICK: JourneyEvent = { type: 'click' }

export function submit(id: string, data: StepData, timeOnStepMs = 0): JourneyEvent {
  return { type: 'submit', step: ref(id), data, timeOnStepMs }
}

export function show(id: string): JourneyEvent {
  return { type: 'show', step: ref(id) }
}

/** A journey from its beginning through these events, with all of its effects in order. */
export function play(course: Course, ...events: JourneyEvent[]): [Journey, Effect[]] {
  return events.reduce<[Journey, Effect[]]>(([journey, before], event) => {
    const [next, effects] = advance(course, journey, event)
    return [next, [...before, ...effects]]
  }, begin(course))
}

/** An effect in a few words: `step a/b`, `visit`, `impression a`. */
export function told(effect: Effect): string {
  if (effect.type === 'step') return `step ${effect.step.offer_key}/${effect.step.step_key}`
  return effect.type === 'impression' ? `impression ${effect.offer_key}` : effect.type
}
