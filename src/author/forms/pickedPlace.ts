import type { Path } from '../complete/cursor.ts'
import { list, record, valueAt } from '../complete/shapes.ts'

/** Place that was clicked on a site's page: the step (offer/step) and the control, as the page names it. */
export interface Picked {
  step: string
  /** A field, or a question with one of its parts, such as vehicle.year. */
  field: string | null
  /** Value of the choice, if several share a field. */
  value: string | null
}

/** Path of the control's element, else of the step; null if the flow has neither. */
export function pickedPlace(document: unknown, { step, field, value }: Picked): Path | null {
  const [offer = '', name = ''] = step.split('/')
  const steps: Path = ['ui_config', 'offers', offer, 'steps']
  const index = list(valueAt(document, steps)).findIndex((one) => record(one)['name'] === name)
  if (index < 0) return null
  const at: Path = [...steps, index]
  if (field === null) return at
  const asking = elementsIn(document, [...at, 'questions']).filter((place) =>
    asksField(document, record(valueAt(document, place)), field),
  )
  const chosen = asking.find((place) => answerOf(document, place)['backend_field_value'] === value)
  return (value === null ? undefined : chosen) ?? asking[0] ?? at
}

/** Paths of the elements of a list, including those within groups. */
function elementsIn(document: unknown, at: Path): Path[] {
  return list(valueAt(document, at)).flatMap((_, index) => [
    [...at, index],
    ...elementsIn(document, [...at, index, 'elements']),
  ])
}

function asksField(document: unknown, element: Record<string, unknown>, field: string): boolean {
  const { question_key } = element
  if (typeof question_key !== 'string') return false
  const [question] = field.split('.')
  const { answers } = record(valueAt(document, ['constants_config', 'questions', question_key]))
  const own = record(record(answers)[String(element['answer_id'])])['backend_field_name']
  return own === field || (own === undefined && question === question_key)
}

function answerOf(document: unknown, at: Path): Record<string, unknown> {
  const { question_key, answer_id } = record(valueAt(document, at))
  const answers = valueAt(document, ['constants_config', 'questions', String(question_key), 'answers'])
  return record(record(answers)[String(answer_id)])
}
