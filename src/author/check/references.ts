import type { ElementOf, LeafElement } from '../../../schemas/elements/element.ts'
import type { Answer } from '../../../schemas/flow/flow.ts'
import { answerIds, filledAnswers } from '../../flow/elements/elements.ts'
import { isList } from '../../flow/elements/kinds.ts'
import type { Path, ValidParts } from '../kernel/validParts.ts'

/** Existing, readable answers that an element gives. */
export function leafAnswers({ questions }: Pick<ValidParts, 'questions'>, element: LeafElement): Answer[] {
  const answers = 'question_key' in element ? questions.get(element.question_key)?.answers : undefined
  return answerIds(element).flatMap((id) =>
    answers && Object.hasOwn(answers, id) ? (answers[id] ?? []) : [],
  )
}

/** Fields that an element fills, from its answers and from checks of them. */
export function leafFields(flow: ValidParts, element: LeafElement): string[] {
  return [...answeredFields(flow, element), ...filledFields(flow, element)]
}

function filledFields({ questions }: ValidParts, element: LeafElement): string[] {
  const question = 'question_key' in element ? questions.get(element.question_key) : undefined
  if (!question) return []
  return filledAnswers(element, question).flatMap((id) => question.answers[id]?.backend_field_name ?? [])
}

function answeredFields(flow: ValidParts, element: LeafElement): string[] {
  return leafAnswers(flow, element).flatMap(({ backend_field_name, options = [] }) => [
    backend_field_name,
    ...(isList(element) ? options.flatMap(({ field, save_to_state }) => (save_to_state && field) || []) : []),
  ])
}

/** Text of a consent and its path; empty if it cannot be read. */
export function consentText(
  flow: Pick<ValidParts, 'questions'>,
  element: ElementOf<'consent'>,
): { at: Path; text: string } {
  const { question_key, answer_id } = element
  const [{ backend_field_value: text = '' } = {}] = leafAnswers(flow, element)
  return {
    at: ['constants_config', 'questions', question_key, 'answers', answer_id, 'backend_field_value'],
    text,
  }
}
