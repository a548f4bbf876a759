import type { Answer } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { CHECKED_NAME, LEAD_NAMES } from '../../flow/answers/leadNames.ts'
import { placed, type ValidParts, type Path, type Placed } from '../kernel/validParts.ts'
import { leafFields } from './references.ts'
import { ANSWER_PROBLEMS } from './answerProblems.ts'

/** Checks that a field means one thing wherever it is set. Otherwise one of its values would overwrite the other. */
export function checkMeanings(flow: ValidParts): Problem[] {
  return [...computedAnswers(flow), ...mixedFields(flow), ...leadNames(flow)]
}

/** Computed fields that a step asks for. */
function computedAnswers(flow: ValidParts): Problem[] {
  const leaves = flow.steps.flatMap((step) => step.leaves)
  const asked = new Set(leaves.flatMap(({ value }) => (value ? leafFields(flow, value) : [])))
  return computedNames(flow)
    .filter(({ value: name }) => asked.has(name))
    .map(({ at, value: name }) => ({
      code: 'computed_answer',
      at,
      ...ANSWER_PROBLEMS.computedAnswer(name),
    }))
}

/** Options with a yes-or-no field of their own that is also the answer to something else. */
function mixedFields(flow: ValidParts): Problem[] {
  const others = answersOf(flow).filter(({ value }) => !isYesOrNo(value))
  return answersOf(flow).flatMap(({ at, value: answer }) =>
    optionFields({ at, value: answer }).flatMap(({ at, value: field }): Problem[] =>
      others.some(({ value }) => value !== answer && value.backend_field_name === field)
        ? [
            {
              code: 'mixed_field',
              at,
              ...ANSWER_PROBLEMS.mixedField(field),
            },
          ]
        : [],
    ),
  )
}

/** Fields with a name that a lead uses for something else. */
function leadNames(flow: ValidParts): Problem[] {
  const answered = answersOf(flow).flatMap(({ at, value }) => [
    { at: [...at, 'backend_field_name'], value: value.backend_field_name },
    ...optionFields({ at, value }),
  ])
  return [...answered, ...computedNames(flow)]
    .filter(({ value: name }) => LEAD_NAMES.includes(name) || CHECKED_NAME.test(name))
    .map(({ at, value: name }) => ({
      code: 'lead_name',
      at,
      ...ANSWER_PROBLEMS.leadName(name, LEAD_NAMES.join(', ')),
    }))
}

function computedNames({ computed }: ValidParts): Placed<string>[] {
  return [...computed.keys()].map((name) => ({ at: ['ui_config', 'fields', name], value: name }))
}

function answersOf({ questions }: ValidParts): Placed<Answer>[] {
  return [...questions].flatMap(([key, question]) =>
    Object.entries(question?.answers ?? {}).map(([id, value]) => {
      const at: Path = ['constants_config', 'questions', key, 'answers', id]
      return { at, value }
    }),
  )
}

function optionFields({ at, value: { options = [] } }: Placed<Answer>): Placed<string>[] {
  return placed(options, [...at, 'options']).flatMap(({ at, value: { field, save_to_state } }) =>
    field !== undefined && save_to_state ? [{ at: [...at, 'field'], value: field }] : [],
  )
}

function isYesOrNo({ backend_field_value: fixed, options = [] }: Answer): boolean {
  const values = [
    ...(fixed === undefined ? [] : [fixed]),
    ...options.map((option) => option.backend_field_value),
  ]
  return values.length > 0 && values.every((value) => value === 'yes' || value === 'no')
}
