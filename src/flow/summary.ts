import type { InputElement, LeafElement } from '../../schemas/elements/element.ts'
import type { Flow, Step } from '../../schemas/flow/flow.ts'
import type { StepRef } from '../../schemas/visitor/answer.ts'
import { stepFields } from './answers/data.ts'
import { fieldsOfOthers } from './answers/fieldsOfOthers.ts'
import type { StepData } from './answers/stepData.ts'
import { choiceValue, isChoice } from './consent/agreement.ts'
import { answer, answerIds, leaves } from './elements/elements.ts'
import { isA, isInput } from './elements/kinds.ts'
import { heading } from './form.ts'
import type { Journey } from './journey.ts'
import { EARLIEST_INJURY_YEAR } from './kernel/dates.ts'
import { once } from './kernel/once.ts'
import { says } from './languages/language.ts'
import { walk, type Course, type Stop } from './walk.ts'

/** An earlier step of the visitor, whose answers a lead would have. */
export interface SummaryRow extends StepRef {
  question: string
  /** The answers in words. */
  answer: string
}

/** The visitor's answers before a step, in words, as far as its offer's buyers get them: one row for each step that asked for some. */
export function summaryOf(
  { flow, origin, product_name }: Course & { product_name: string },
  { answers }: Journey,
  { offer_key, index }: Stop,
): readonly SummaryRow[] {
  const { trail } = walk(flow, origin, answers)
  const unsent = unsentFields(flow)(offer_key)
  return trail.flatMap((stop) => {
    const data = answers[stop.id]
    if (stop.kind !== 'shown' || stop.index >= index || !data) return []
    if (stepFields(flow, stop.step).every((field) => unsent.has(field))) return []
    const words = wordsOf(flow, stop.step, data)
    const { step_key } = stop
    const ref = { offer_key: stop.offer_key, step_key }
    return words === '' ? [] : { ...ref, question: heading(flow, stop.step, product_name), answer: words }
  })
}

/** Fields that a lead of an offer leaves out. */
const unsentFields = once((flow: Flow) => {
  const known = new Map<string, ReadonlySet<string>>()
  return (offer_key: string): ReadonlySet<string> => {
    const found = known.get(offer_key) ?? unsentOf(flow, offer_key)
    known.set(offer_key, found)
    return found
  }
})

function unsentOf(flow: Flow, offer_key: string): ReadonlySet<string> {
  const { offers, buyers = {} } = flow.ui_config
  const actions = (offers[offer_key]?.steps ?? []).flatMap(({ execute_actions = [] }) => execute_actions)
  const required = actions
    .flatMap((action) => action.buyers ?? [])
    .flatMap((buyer) => buyers[buyer]?.required_fields ?? [])
  return new Set([...fieldsOfOthers(flow, offer_key)].filter((field) => !required.includes(field)))
}

function wordsOf(flow: Flow, step: Step, data: StepData): string {
  const said = leaves(step.questions).flatMap((element) => wordsOfElement(flow, element, data))
  return said.filter((words) => words !== '').join(isSentence(step) ? ' ' : ', ')
}

/** True if a step's answers read on from each other, such as a first and a last name. */
function isSentence(step: Step): boolean {
  return leaves(step.questions).some(
    (element) => isA(element, 'text') && element.autocomplete === 'family-name',
  )
}

function wordsOfElement(flow: Flow, element: LeafElement, data: StepData): string | [] {
  if (isChoice(element)) {
    const { field, value } = choiceValue(flow, element)
    return data[field] === value ? element.text : []
  }
  return isInput(element) ? wordsOfInput(flow, element, data) : []
}

function wordsOfInput(flow: Flow, element: InputElement, data: StepData): string {
  const { question_key } = element
  const fields = answerIds(element).map((id) => answer(flow, question_key, id))
  const parts = data[question_key]
  const held = typeof parts === 'object' && !Array.isArray(parts) ? (parts as StepData) : data
  const given = fields.map(({ backend_field_name }) => [held[backend_field_name] ?? []].flat().map(String))
  const [first = []] = given
  const { LISTED, MONTHS, WIDGET } = says(flow)
  if (isA(element, 'injury_date')) {
    const [year = '', month = ''] = given.flat()
    if (Number(year) === EARLIEST_INJURY_YEAR) return WIDGET.earliestYear(EARLIEST_INJURY_YEAR)
    const name = MONTHS[Number(month) - 1]
    return name === undefined ? year : WIDGET.monthOfYear(name, year)
  }
  if (isA(element, 'date_of_birth')) {
    const [year = '', month, day] = (first[0] ?? '').split('-')
    const name = MONTHS[Number(month) - 1]
    return name === undefined ? year : WIDGET.fullDate(name, Number(day), year)
  }
  if (isA(element, 'slider') && first[0]) {
    const { before = '', after = '' } = element
    const number = Number(first[0])
    return Number.isNaN(number) ? first[0] : `${before}${number.toLocaleString('en-US')} ${after}`.trim()
  }
  const options = new Map(
    fields.flatMap(({ options = [] }) => options).map((option) => [option.backend_field_value, option.text]),
  )
  if (options.size > 0) return LISTED(first.map((value) => options.get(value) ?? value))
  return given.flat().join(' ')
}
