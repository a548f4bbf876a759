import type { InputElement } from '../../../schemas/elements/element.ts'
import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import { consentTexts } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { answer, answerIds, inputs } from '../../flow/elements/elements.ts'
import { isA, isComposite } from '../../flow/elements/kinds.ts'
import { toForm } from '../../flow/form.ts'
import { EARLIEST_INJURY_YEAR, pad } from '../../flow/kernel/dates.ts'

/** Data of a step from the controls of its form, which a browser posted without our scripts. */
export function postedAnswers(flow: Flow, step: Step, posted: URLSearchParams): StepData {
  const fields = Object.entries(toForm(flow, step).schema.properties)
  const single = fields.flatMap(([field, { type }]) => {
    const values = posted.getAll(field)
    if (values.length === 0 || type === 'object') return []
    return [[field, type === 'array' ? values : values.at(-1)!]]
  })
  // A box says that it is checked; the data has the text beside it.
  const checked = consentTexts(flow, step).flatMap(({ field, text, seller }) =>
    seller !== undefined && posted.has(field) ? [[field, text]] : [],
  )
  const parts = inputs(step).flatMap((element) => partsOf(flow, element, posted))
  return Object.fromEntries([...single, ...checked, ...parts])
}

/** Value of an element whose controls are parts of it. */
function partsOf(flow: Flow, element: InputElement, posted: URLSearchParams): [string, StepData[string]][] {
  const { question_key } = element
  const part = (of: string, name: string) => posted.get(`${of}.${name}`)?.trim() ?? ''
  if (isA(element, 'date_of_birth')) {
    const { backend_field_name: field } = answer(flow, question_key, element.answer_id)
    const [year, month, day] = ['year', 'month', 'day'].map((name) => part(field, name))
    return year && month && day ? [[field, `${year}-${pad(Number(month))}-${pad(Number(day))}`]] : []
  }
  if (!isComposite(element)) return []
  const given = answerIds(element).flatMap((name) => {
    const value = part(question_key, name)
    // The control of the month needs a script until there is a year.
    const isWhole = name === 'month' && part(question_key, 'year') === String(EARLIEST_INJURY_YEAR)
    const known = isWhole ? '01' : value
    return known === '' ? [] : [[answer(flow, question_key, name).backend_field_name, known]]
  })
  return given.length === 0 ? [] : [[question_key, Object.fromEntries(given)]]
}
