import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Question, SelectOption } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { answerIds } from '../../flow/elements/elements.ts'
import { isComposite, isList } from '../../flow/elements/kinds.ts'
import { placed, type Placed, type ValidParts, type Path } from '../kernel/validParts.ts'
import { corrected } from '../kernel/nearest.ts'
import { ANSWER_PROBLEMS } from '../../texts/author/answerProblems.ts'

/** Checks that every element names an existing question and answer, and that the answer has what the widget needs. */
export function checkAnswers({ questions, steps }: ValidParts): Problem[] {
  const elements = steps.flatMap(({ leaves }) => leaves)
  return [
    ...elements.flatMap(({ at, value: element }) => {
      if (!element || !('question_key' in element)) return []
      const question = questions.get(element.question_key)
      if (question) return checkElement(element, question, at)
      return question === null ? [] : [unknownQuestion(element.question_key, questions.keys(), at)]
    }),
    ...[...questions].flatMap(([key, question]) => (question ? checkOptions(key, question) : [])),
  ]
}

type Asking = Extract<LeafElement, { question_key: string }>

function checkElement(element: Asking, question: Question, at: Path): Problem[] {
  if (isComposite(element)) {
    const ids = answerIds(element)
    const missing = ids.filter((id) => !Object.hasOwn(question.answers, id))
    if (missing.length === 0) return []
    return [
      {
        code: 'answers_missing',
        at: [...at, 'question_key'],
        ...ANSWER_PROBLEMS.answersMissing(
          element.widget,
          ids.join(', '),
          element.question_key,
          missing.join(', '),
          missing.join(' and '),
        ),
      },
    ]
  }
  const answer = Object.hasOwn(question.answers, element.answer_id)
    ? question.answers[element.answer_id]
    : undefined
  if (!answer)
    return [
      {
        code: 'unknown_answer',
        at: [...at, 'answer_id'],
        ...ANSWER_PROBLEMS.unknownAnswer(element.question_key, element.answer_id),
        ...corrected(
          element.answer_id,
          Object.keys(question.answers),
          ANSWER_PROBLEMS.answersOf(element.question_key),
        ),
      },
    ]
  const name = `${element.question_key}.${element.answer_id}`
  if (element.type === 'select' && !answer.options)
    return [
      {
        code: 'no_options',
        at: [...at, 'answer_id'],
        ...ANSWER_PROBLEMS.noOptions(element.widget, name),
      },
    ]
  if (element.type === 'container' && !answer.backend_field_value)
    return [
      {
        code: 'no_value',
        at: [...at, 'answer_id'],
        ...ANSWER_PROBLEMS.noValue(element.widget, name),
      },
    ]
  const { options = [] } = answer
  const alone = options.findIndex(({ exclusive }) => exclusive)
  if (element.type !== 'select' || isList(element) || alone === -1) return []
  const path: Path = ['constants_config', 'questions', element.question_key, 'answers', element.answer_id]
  return [
    {
      code: 'exclusive_misfit',
      at: [...path, 'options', alone, 'exclusive'],
      ...ANSWER_PROBLEMS.exclusiveMisfit(options[alone]!.text, element.widget),
    },
  ]
}

function unknownQuestion(key: string, known: Iterable<string>, at: Path): Problem {
  return {
    code: 'unknown_question',
    at: [...at, 'question_key'],
    ...ANSWER_PROBLEMS.unknownQuestion(key),
    ...corrected(key, known, 'questions'),
  }
}

/** Checks that options differ both in what they record and in their labels, which are all that visitors see. */
function checkOptions(key: string, { answers }: Question): Problem[] {
  return Object.entries(answers).flatMap(([id, { options = [] }]) => {
    const all = placed(options, ['constants_config', 'questions', key, 'answers', id, 'options'])
    const twice = TOLD_APART_BY.flatMap(({ member, verb }) => {
      const seen = new Set<string>()
      return all.flatMap(({ at, value: option }): Problem[] => {
        const value = option[member]
        if (!seen.has(value)) {
          seen.add(value)
          return []
        }
        return [
          {
            code: 'option_twice',
            at: [...at, member],
            ...ANSWER_PROBLEMS.optionTwice(key, id, verb, value, member),
          },
        ]
      })
    })
    return [...twice, ...checkExclusive(all)]
  })
}

/** Checks that at most one option excludes the others, and that there are others. */
function checkExclusive(options: readonly Placed<SelectOption>[]): Problem[] {
  const [first, second] = options.filter(({ value }) => value.exclusive)
  if (!first) return []
  const wrong = (code: string, { at }: Placed<SelectOption>, words: { message: string; hint: string }) => [
    { code, at: [...at, 'exclusive'], ...words },
  ]
  if (second)
    return wrong(
      'exclusive_twice',
      second,
      ANSWER_PROBLEMS.exclusiveTwice(second.value.text, first.value.text),
    )
  if (options.length > 1) return []
  return wrong('exclusive_alone', first, ANSWER_PROBLEMS.exclusiveAlone(first.value.text))
}

const TOLD_APART_BY = [
  { member: 'backend_field_value', verb: ANSWER_PROBLEMS.sameValue },
  { member: 'text', verb: 'read' },
] as const
