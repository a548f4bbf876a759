import { LIST_SEPARATOR } from '../../../schemas/buyer/buyer.ts'
import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Question, SelectOption } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { answerIds } from '../../flow/elements/elements.ts'
import { isComposite, isList } from '../../flow/elements/kinds.ts'
import { placed, type Placed, type ValidParts, type Path } from '../kernel/validParts.ts'
import { corrected } from '../kernel/nearest.ts'
import { ANSWER_PROBLEMS } from './answerProblems.ts'

/** Checks that every element names an existing question and answer, and that the answer has what the widget needs. */
export function checkAnswers({ questions, steps, buyers }: ValidParts): Problem[] {
  const elements = steps.flatMap(({ leaves }) => leaves)
  const sold = buyers.size > 0 ? listNames(elements) : new Set<string>()
  return [
    ...elements.flatMap(({ at, value: element }) => {
      if (!element || !('question_key' in element)) return []
      const question = questions.get(element.question_key)
      if (question) return checkElement(element, question, at)
      return question === null ? [] : [unknownQuestion(element.question_key, questions.keys(), at)]
    }),
    ...[...questions].flatMap(([key, question]) => (question ? checkOptions(key, question, sold) : [])),
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
  const name = nameOf(element.question_key, element.answer_id)
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

const nameOf = (question: string, answer: string) => `${question}.${answer}`

/** Names of the answers of multi-selects. */
function listNames(elements: readonly Placed<LeafElement | null>[]): Set<string> {
  return new Set(
    elements.flatMap(({ value: element }) =>
      element && isList(element) ? nameOf(element.question_key, element.answer_id) : [],
    ),
  )
}

/** Checks that an option isn't taken for two where a buyer gets the checked ones as one text. */
function checkSeparator({ at, value: { backend_field_value } }: Placed<SelectOption>): Problem[] {
  if (!backend_field_value.includes(LIST_SEPARATOR)) return []
  return [
    {
      code: 'separator_in_value',
      at: [...at, 'backend_field_value'],
      ...ANSWER_PROBLEMS.separatorInValue(backend_field_value),
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

/** Checks that options differ both in what they record and in their labels, which are all that visitors see. `sold`: names of the answers
 *  that buyers get as lists. */
function checkOptions(key: string, { answers }: Question, sold: ReadonlySet<string>): Problem[] {
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
    const joined = sold.has(nameOf(key, id)) ? all.flatMap(checkSeparator) : []
    return [...twice, ...checkExclusive(all), ...joined]
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
