import type { Path } from '../complete/cursor.ts'
import { list, record, valueAt } from '../complete/shapes.ts'

/** A text of a step that visitors read, with its path. */
export interface StepText {
  at: Path
  text: string
}

/** Texts of a step, by what they are to its author. */
export interface StepWords {
  question: StepText | null
  help: StepText
  answers: StepText[]
  buttons: StepText[]
}

/** Texts of the step at `at`: its question and its answers may be in other parts of the document. */
export function stepWords(document: unknown, at: Path): StepWords {
  const step = record(valueAt(document, at))
  const elements = elementsAt(document, [...at, 'questions'])
  const asked = elements.flatMap((element) => {
    const key = record(valueAt(document, element))['question_key']
    return typeof key === 'string' ? [['constants_config', 'questions', key, 'label'] as Path] : []
  })
  const heading = step['title'] === undefined ? asked[0] : [...at, 'title']
  const texts = (places: Path[]) => places.flatMap((place) => textAt(document, place) ?? [])
  return {
    question: heading ? textAt(document, heading) : null,
    help: textAt(document, [...at, 'hint']) ?? { at: [...at, 'hint'], text: '' },
    answers: elements.flatMap((element) => texts(answersAt(document, element))),
    buttons: texts(elements.filter((one) => isButton(document, one)).map((one) => [...one, 'text'])),
  }
}

function elementsAt(document: unknown, at: Path): Path[] {
  return list(valueAt(document, at)).flatMap((element, index) => {
    const place = [...at, index]
    return record(element)['widget'] === 'group' ? elementsAt(document, [...place, 'elements']) : [place]
  })
}

function answersAt(document: unknown, at: Path): Path[] {
  const { type, widget, question_key, answer_id } = record(valueAt(document, at))
  if (widget === 'choice') return [[...at, 'text']]
  if (type !== 'select') return []
  const options: Path = [
    'constants_config',
    'questions',
    String(question_key),
    'answers',
    String(answer_id),
    'options',
  ]
  return list(valueAt(document, options)).map((_, index) => [...options, index, 'text'])
}

function isButton(document: unknown, at: Path): boolean {
  return record(valueAt(document, at))['type'] === 'submit'
}

function textAt(document: unknown, at: Path): StepText | null {
  const text = valueAt(document, at)
  return typeof text === 'string' ? { at, text } : null
}
