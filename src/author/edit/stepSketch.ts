import { elementsOf } from '../complete/nameKinds.ts'
import { list, record, valueAt } from '../complete/shapes.ts'
import { headingOf } from '../forms/labels.ts'

/** Picture of a step in words: enough to tell it from others at a glance. */
export interface StepSketch {
  title: string
  hint?: string
  parts: SketchPart[]
}

/** Part of a step, as visitors see it. */
export interface SketchPart {
  kind: 'card' | 'picture' | 'radio' | 'check' | 'field' | 'slider' | 'button' | 'text'
  text: string
}

/** Sketch of a step of a document, whatever its shape. */
export function stepSketch(document: unknown, step: unknown): StepSketch {
  const questions = record(valueAt(document, ['constants_config', 'questions']))
  const elements = elementsOf(step)
  const asked = elements.map(({ question_key: key }) => record(questions[String(key)]))
  const { hint } = record(step)
  return {
    title: headingOf(document, step),
    ...(typeof hint === 'string' && { hint }),
    parts: elements.flatMap((element, index) => partsOf(element, asked[index]!)),
  }
}

function partsOf(element: Record<string, unknown>, question: Record<string, unknown>): SketchPart[] {
  const { type, widget, text, html, answer_id, picture } = element
  const answer = record(record(question['answers'])[String(answer_id)])
  const label = typeof answer['label'] === 'string' ? answer['label'] : ''
  const part = (kind: SketchPart['kind'], words: unknown): SketchPart => ({
    kind,
    text: typeof words === 'string' ? words : '',
  })
  if (type === 'submit') return [part('button', text)]
  if (widget === 'choice') return [part(picture === undefined ? 'card' : 'picture', text)]
  if (widget === 'radio' || widget === 'multi_select') {
    const options = list(answer['options']).map(record)
    const kind = widget === 'radio' ? 'radio' : 'check'
    return options.map((option) => part(option['picture'] === undefined ? kind : 'picture', option['text']))
  }
  if (widget === 'slider') return [part('slider', label)]
  if (widget === 'consent') return [part('text', answer['backend_field_value'])]
  if (type === 'input' || type === 'select') {
    const labels = Object.values(record(question['answers'])).map((one) => record(one)['label'])
    return answer_id === undefined ? labels.map((one) => part('field', one)) : [part('field', label)]
  }
  if (typeof html === 'string') return [part('text', html.replace(/<[^<>]*>/g, ' '))]
  const words = [text, element['title']].find((one) => typeof one === 'string')
  return words === undefined ? [] : [part('text', words)]
}
