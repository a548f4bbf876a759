import type { LeafElement } from '../../../schemas/element.ts'
import type { Answer } from '../../../schemas/flow.ts'
import { COMPOSITE, isComposite } from '../elements.ts'
import type { Legible } from './legible.ts'

/** The ids of the answers that an element gives; none for one that asks nothing. */
export function answerIds(element: LeafElement): readonly string[] {
  if (!('question_key' in element)) return []
  return isComposite(element) ? COMPOSITE[element.widget] : [element.answer_id]
}

/** The answer of a question, or undefined when there is none or it cannot be read. */
export function answerOf({ questions }: Legible, questionKey: string, answerId: string): Answer | undefined {
  const answers = questions.get(questionKey)?.answers
  return answers && Object.hasOwn(answers, answerId) ? answers[answerId] : undefined
}

/** The answers that an element gives, those that exist. */
export function leafAnswers(flow: Legible, element: LeafElement): Answer[] {
  if (!('question_key' in element)) return []
  return answerIds(element).flatMap((id) => answerOf(flow, element.question_key, id) ?? [])
}

/** The fields that an element fills by itself. */
export function leafFields(flow: Legible, element: LeafElement): string[] {
  return leafAnswers(flow, element).flatMap(({ backend_field_name, options = [] }) => [
    backend_field_name,
    ...(isMultiSelect(element)
      ? options.flatMap(({ field, save_to_state }) => (save_to_state && field) || [])
      : []),
  ])
}

function isMultiSelect(element: LeafElement): boolean {
  return element.type === 'select' && element.widget === 'multi_select'
}
