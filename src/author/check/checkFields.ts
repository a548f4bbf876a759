import type { Answer, Computation } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Condition, Rule } from '../../../schemas/kernel/rule.ts'
import { NOT_RECORDED } from '../../flow/arrival.ts'
import { isServerOnly } from '../../flow/answers/computations.ts'
import { TAKES } from '../../flow/answers/computedFields.ts'
import { answerIds } from '../../flow/elements/elements.ts'
import { isList } from '../../flow/elements/kinds.ts'
import { isOutcomeField } from '../../flow/results.ts'
import { asNumber, holds } from '../../flow/rules.ts'
import {
  redirectsOf,
  conditionsOf,
  placed,
  rulesOf,
  type ValidParts,
  type Placed,
} from '../kernel/validParts.ts'
import { corrected } from '../kernel/nearest.ts'
import { fieldsInText } from './checkPlaceholders.ts'
import { leafAnswers, leafFields } from './references.ts'
import { ANSWER_PROBLEMS } from './answerProblems.ts'

/** Checks that every field in a rule, computation, validation, buyer, or basic_fields exists and can be known there, and that rules
 *  compare it with possible values. */
export function checkFields(flow: ValidParts): Problem[] {
  const asked = askedFields(flow)
  const conditions = rulesOf(flow)
    .flatMap(conditionsOf)
    .filter(({ value }) => !isOutcomeField(value.field))
  const lookedAt = [
    ...conditions.map(({ at, value: { field } }) => ({ at: [...at, 'field'], value: field })),
    ...placed(flow.basicFields, ['ui_config', 'basic_fields']),
    ...comparedFields(flow),
    ...fieldsInText(flow),
    ...personalFields(flow),
  ]
  const from = [...flow.computed].flatMap(([name, field]) =>
    placed(field?.from ?? [], ['ui_config', 'fields', name, 'from']),
  )
  const required = [...flow.buyers].flatMap(([key, buyer]) =>
    placed(buyer?.required_fields ?? [], ['ui_config', 'buyers', key, 'required_fields']),
  )
  const late = serverFields(flow)
  const early = (field: Placed<string>) => !late.has(field.value)
  const known = new Set([...(asked ?? []), ...flow.computed.keys()])
  return [
    ...[...lookedAt, ...from].filter((field) => !early(field)).map(serverField),
    ...(asked
      ? [
          ...[...lookedAt.filter(early), ...required].flatMap((field) => unknownField(flow, field, known)),
          ...from.filter(early).flatMap((field) => unknownField(flow, field, asked)),
          ...from.filter(({ value }) => listFields(flow).has(value)).map(computedList),
          ...checkArgs(flow, conditions),
          ...checkOrder(flow, conditions),
        ]
      : []),
    ...checkComputed(flow),
  ]
}

/** Computed fields that only the server knows, once a lead is made. */
function serverFields({ computed }: ValidParts): Set<string> {
  return new Set([...computed].flatMap(([name, field]) => (field && isServerOnly(field) ? [name] : [])))
}

function serverField({ at, value: field }: Placed<string>): Problem {
  return {
    code: 'server_field',
    at,
    ...ANSWER_PROBLEMS.serverField(field),
  }
}

/** Fields that redirects list as personal. */
function personalFields({ steps }: ValidParts): Placed<string>[] {
  return steps
    .flatMap(({ leaves }) => leaves.flatMap(redirectsOf))
    .flatMap(({ at, value: { personal = [] } }) => placed(personal, [...at, 'personal']))
}

/** Fields that validations compare their own with. */
function comparedFields({ steps }: ValidParts): Placed<string>[] {
  return steps
    .flatMap(({ leaves }) => leaves)
    .flatMap(({ at, value: element }) =>
      element && 'validations' in element
        ? placed(element.validations.local, [...at, 'validations', 'local']).flatMap(({ at, value }) =>
            value.field === undefined ? [] : [{ at: [...at, 'field'], value: value.field }],
          )
        : [],
    )
}

function unknownField(
  { questions }: ValidParts,
  { at, value: field }: Placed<string>,
  known: ReadonlySet<string>,
): Problem[] {
  if (known.has(field)) return []
  const recorded = Object.values(questions.get(field)?.answers ?? {})
    .map(({ backend_field_name }) => backend_field_name)
    .filter((name) => known.has(name))
  return [
    {
      code: 'unknown_field',
      at,
      ...ANSWER_PROBLEMS.unknownField(field),
      ...(recorded.length > 0
        ? { hint: ANSWER_PROBLEMS.isQuestion(field, [...new Set(recorded)].join(', ')) }
        : corrected(field, known, 'fields')),
    },
  ]
}

function computedList({ at, value: field }: Placed<string>): Problem {
  return {
    code: 'list_in_from',
    at,
    ...ANSWER_PROBLEMS.listInFrom(field),
  }
}

/** Fields that multi-selects answer. */
function listFields(flow: ValidParts): Set<string> {
  const elements = flow.steps.flatMap(({ leaves }) => leaves.map(({ value }) => value))
  return new Set(
    elements.flatMap((element) =>
      element && isList(element)
        ? leafAnswers(flow, element).map(({ backend_field_name }) => backend_field_name)
        : [],
    ),
  )
}

/** Fields that steps answer. If part of the document cannot be read, or refers to something missing, fields that are merely declared
 *  count too, since the cause is reported elsewhere. Null when not even those are known. */
function askedFields(flow: ValidParts): Set<string> | null {
  const questions = [...flow.questions.values()]
  if (questions.includes(null)) return null
  const leaves = flow.steps.flatMap((step) => step.leaves)
  const asked = leaves.flatMap(({ value }) => (value ? leafFields(flow, value) : []))
  const sound =
    flow.whole &&
    leaves.every(({ value }) => value && leafAnswers(flow, value).length === answerIds(value).length)
  const declared = questions
    .flatMap((question) => Object.values(question?.answers ?? {}))
    .flatMap(({ backend_field_name, options = [] }) => [
      backend_field_name,
      ...options.flatMap(({ field }) => field ?? []),
    ])
  return new Set(sound ? asked : [...asked, ...declared])
}

function checkComputed({ computed }: ValidParts): Problem[] {
  return [...computed].flatMap(([name, field]): Problem[] => {
    if (!field) return []
    const { compute, from = [], parameter } = field
    const needed = TAKES[compute]
    const at = ['ui_config', 'fields', name]
    if ((parameter !== undefined) !== (compute === 'address_parameter'))
      return [
        parameter === undefined
          ? { code: 'wrong_parameter', at, ...ANSWER_PROBLEMS.noParameter }
          : {
              code: 'wrong_parameter',
              at: [...at, 'parameter'],
              ...ANSWER_PROBLEMS.unusedParameter(compute),
            },
      ]
    if (parameter !== undefined && NOT_RECORDED.has(parameter))
      return [
        { code: 'wrong_parameter', at: [...at, 'parameter'], ...ANSWER_PROBLEMS.ownParameter(parameter) },
      ]
    if (from.length === needed.length) return []
    const needs = needed.length === 0 ? 'no fields' : `${needed.length} (${needed.join(', ')})`
    return [
      {
        code: 'wrong_from',
        at: [...at, ...(field.from ? ['from'] : [])],
        ...ANSWER_PROBLEMS.wrongFrom(compute, needs, from.length),
        hint:
          needed.length === 0
            ? 'Remove "from".'
            : ANSWER_PROBLEMS.fromFields(needed.join(ANSWER_PROBLEMS.thenThat)),
      },
    ]
  })
}

/** Rules that compare a field with a value that it can never have. */
function checkArgs(flow: ValidParts, conditions: Placed<Condition>[]): Problem[] {
  const values = closedValues(flow)
  return conditions.flatMap(({ at, value: { field, condition, arg } }): Problem[] => {
    const known = values.get(field)
    if (!known || (condition !== 'eq' && condition !== 'neq') || arg === null || arg === '') return []
    const is: Rule = { operator: null, conditions: [{ field, condition: 'eq', arg }] }
    if (known.values().some((value) => holds(is, { [field]: value }))) return []
    return [
      {
        code: 'unknown_option',
        at: [...at, 'arg'],
        ...ANSWER_PROBLEMS.unknownOption(field, arg),
        ...corrected(String(arg), known, ANSWER_PROBLEMS.valuesOf(field)),
      },
    ]
  })
}

/** Rules that order a number against text that is not a number: they would be compared letter by letter. */
function checkOrder(flow: ValidParts, conditions: Placed<Condition>[]): Problem[] {
  const values = closedValues(flow)
  return conditions.flatMap(({ at, value: { field, condition, arg } }): Problem[] => {
    if (condition === 'eq' || condition === 'neq' || arg === null || arg === '') return []
    const other = values
      .get(field)
      ?.values()
      .find((value) => (asNumber(value) === null) !== (asNumber(String(arg)) === null))
    if (other === undefined) return []
    return [
      {
        code: 'text_order',
        at: [...at, 'arg'],
        ...ANSWER_PROBLEMS.textOrder(field, other, arg),
      },
    ]
  })
}

/** Possible values of each field that is only chosen and never typed. */
function closedValues(flow: ValidParts): Map<string, Set<string>> {
  const { computed } = flow
  const values = new Map<string, Set<string>>()
  const add = (field: string, more: readonly string[]) =>
    values.set(field, new Set([...(values.get(field) ?? []), ...more]))
  for (const { backend_field_name: field, backend_field_value, options = [] } of answersOf(flow)) {
    if (backend_field_value !== undefined) add(field, [backend_field_value])
    for (const option of options) {
      add(field, [option.backend_field_value])
      if (option.field) add(option.field, ['yes', 'no'])
    }
  }
  for (const field of [...typedFields(flow), ...computed.keys()]) values.delete(field)
  return values
}

/** Fields with values that the flow does not list: visitors type them, a check fills them in, or they copy one that is typed. */
export function typedFields(flow: ValidParts): Set<string> {
  const same = [...flow.computed].flatMap(([name, field]) => (field && OPEN.has(field.compute) ? name : []))
  const open = answersOf(flow).filter(
    ({ backend_field_value, options }) => options === undefined && backend_field_value === undefined,
  )
  const inputs = flow.steps
    .flatMap(({ leaves }) => leaves)
    .flatMap(({ value }) => (value?.type === 'input' ? leafAnswers(flow, value) : []))
  return new Set([...[...open, ...inputs].map(({ backend_field_name }) => backend_field_name), ...same])
}

/** Computations that repeat a text which the flow does not list. */
const OPEN: ReadonlySet<Computation> = new Set(['incident_date', 'ip', 'address_parameter'])

function answersOf({ questions }: ValidParts): Answer[] {
  return [...questions.values()].flatMap((question) => Object.values(question?.answers ?? {}))
}
