import type { LeafElement } from '../../schemas/elements/element.ts'
import type { FlowDocument, Step } from '../../schemas/flow/flow.ts'
import { answer, findStep, leaves } from '../../src/flow/elements/elements.ts'

/** A visitor's answers to one step, by field. */
export type Values = Record<string, string | string[]>

/** One action on a control of a step. `selector`: CSS. A later step with the same question may be drawn already, out of sight, so the
 *  control is the visible one. */
export type Act =
  | { kind: 'press'; selector: string }
  | { kind: 'tick'; selector: string }
  | { kind: 'type'; selector: string; value: string }
  /** `value`: the option's value or its text. `ifShown`: the control may be absent, as the month is for an injury before 2015. */
  | { kind: 'choose'; selector: string; value: string; ifShown?: true }

/** Actions that answer a step, in order, without its submit. */
export function actsOn(flow: FlowDocument, id: string, values: Values): Act[] {
  return leaves(stepOf(flow, id).questions).flatMap((element) => actsOf(flow, element, values))
}

/** True if the step has a button of its own to continue, and isn't left by a choice. */
export function hasSubmit(flow: FlowDocument, id: string, values: Values): boolean {
  const isChosen = actsOn(flow, id, values).some(({ kind }) => kind === 'press')
  return !isChosen && leaves(stepOf(flow, id).questions).some(({ type }) => type === 'submit')
}

/** The button that submits a step. */
export function submitOf(id: string): string {
  return `[data-step="${id}"] .actions button[type=submit]`
}

function stepOf(flow: FlowDocument, id: string): Step {
  const [offer_key = '', step_key = ''] = id.split('/')
  const step = findStep(flow, { offer_key, step_key })
  if (!step) throw new Error(`The flow has no step ${id}.`)
  return step
}

function actsOf(flow: FlowDocument, element: LeafElement, values: Values): Act[] {
  if (!('question_key' in element)) return []
  const { question_key } = element
  const valueOf = (answerId: string) => values[answer(flow, question_key, answerId).backend_field_name]
  if (!('answer_id' in element)) {
    const parts = element.widget === 'vehicle' ? ['year', 'make', 'model'] : ['year', 'month']
    return parts.map((part) => ({
      kind: 'choose',
      selector: named(`${question_key}.${part}`),
      value: String(valueOf(part)),
      ifShown: true,
    }))
  }
  const { backend_field_name: field, backend_field_value } = answer(flow, question_key, element.answer_id)
  const given = valueOf(element.answer_id)
  if (given === undefined || element.widget === 'consent') return []
  const [selector, value] = [named(field), String(given)]
  if (element.widget === 'choice')
    return given === backend_field_value ? [{ kind: 'press', selector: named(field, value) }] : []
  if (element.widget === 'dropdown') return [{ kind: 'choose', selector, value }]
  if (element.widget === 'radio' || element.widget === 'multi_select')
    return [given].flat().map((one) => ({ kind: 'tick', selector: named(field, one) }))
  if (element.widget === 'date_of_birth') {
    const [year, month, day] = value.split('-').map(Number)
    return [
      { kind: 'choose', selector: named(`${field}.month`), value: String(month) },
      { kind: 'type', selector: named(`${field}.day`), value: String(day) },
      { kind: 'type', selector: named(`${field}.year`), value: String(year) },
    ]
  }
  return [{ kind: 'type', selector, value }]
}

function named(name: string, value = ''): string {
  return `[name="${name}"]${value && `[value="${value}"]`}`
}
