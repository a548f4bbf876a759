import type { InputElement, LocalValidation } from '../../../schemas/element.ts'
import type { Problem } from '../../../schemas/problem.ts'
import { isInput } from '../../flow/elements/kinds.ts'
import { authoringOf } from '../elements/authoringOf.ts'
import { placed, type ValidParts, type Path, type Placed } from './validParts.ts'
import { exclusions } from './validationClashes.ts'

/** Validations and masks that the widget can carry out, and a visitor can satisfy. */
export function checkWidgets({ steps }: ValidParts): Problem[] {
  return steps
    .flatMap(({ leaves }) => leaves)
    .flatMap(({ at, value: element }) =>
      element && isInput(element)
        ? [...checkValidations(element, at), ...(authoringOf(element).check?.(element, at) ?? [])]
        : [],
    )
}

function checkValidations(element: InputElement, at: Path): Problem[] {
  const { validations } = element
  const { fitting, isCheckable } = authoringOf(element)
  const local = placed(validations.local, [...at, 'validations', 'local'])
  const misfits = local
    .filter(({ value }) => !fitting.includes(value.name))
    .map(({ at, value }) => misfit(element, value.name, [...at, 'name']))
  const external = isCheckable ? [] : placed(validations.external ?? [], [...at, 'validations', 'external'])
  return [
    ...misfits,
    ...exclusions(element, at),
    ...local.flatMap((validation) => [
      ...PARAMETERS.flatMap((parameter) => checkParameter(parameter, validation)),
      ...checkAges(validation),
    ]),
    ...external.map(({ at, value }) => misfit(element, value, at)),
  ]
}

interface Parameter {
  key: 'arg' | 'field'
  of: readonly LocalValidation['name'][]
  missing: { code: string; says: string; hint: (name: LocalValidation['name']) => string }
  unused: string
}

/** What a validation takes besides its name. */
const PARAMETERS: readonly Parameter[] = [
  {
    key: 'arg',
    of: ['min', 'max'],
    missing: {
      code: 'no_bound',
      says: 'which number is allowed',
      hint: (name) => `Add "arg" with the ${name === 'min' ? 'smallest' : 'largest'} number allowed.`,
    },
    unused: 'unused_bound',
  },
  {
    key: 'field',
    of: ['same_as', 'not_before', 'not_after'],
    missing: {
      code: 'no_field',
      says: 'what to compare with',
      hint: () => 'Add "field" with the backend field of another answer.',
    },
    unused: 'unused_field',
  },
]

function checkParameter(
  { key, of, missing, unused }: Parameter,
  { at, value }: Placed<LocalValidation>,
): Problem[] {
  const { name } = value
  if (of.includes(name) === (value[key] !== undefined)) return []
  return [
    of.includes(name)
      ? {
          code: missing.code,
          at,
          message: `The validation ${name} does not say ${missing.says}.`,
          hint: missing.hint(name),
        }
      : {
          code: unused,
          at: [...at, key],
          message: `The validation ${name} takes no ${key}.`,
          hint:
            name === 'age'
              ? 'Write "min" for the youngest age allowed, "max" for the oldest.'
              : `Remove "${key}": only ${of.join(', ')} have one.`,
        },
  ]
}

/** The ages that are allowed: at least one bound, and some age between two. */
function checkAges({ at, value: { name, arg, min, max } }: Placed<LocalValidation>): Problem[] {
  if (name !== 'age')
    return (['min', 'max'] as const)
      .filter((key) => (key === 'min' ? min : max) !== undefined)
      .map((key) => ({
        code: 'unused_bound',
        at: [...at, key],
        message: `The validation ${name} takes no ${key}.`,
        hint: `Remove "${key}": only age has one.`,
      }))
  if (min === undefined && max === undefined && arg !== undefined) return []
  if (min === undefined && max === undefined)
    return [
      {
        code: 'no_bound',
        at,
        message: 'The validation age does not say which ages are allowed.',
        hint: 'Add "min" with the youngest age allowed, "max" with the oldest, or both.',
      },
    ]
  if (min === undefined || max === undefined || min <= max) return []
  return [
    {
      code: 'validations_clash',
      at,
      message: `Nobody is at least ${min} and at most ${max} years old.`,
      hint: 'Let "min" be the youngest age allowed, and "max" the oldest.',
    },
  ]
}

function misfit(element: InputElement, name: string, at: Path): Problem {
  return {
    code: 'validation_misfit',
    at,
    message: `The validation ${name} means nothing for the widget ${element.widget}.`,
    hint: `Remove it: ${element.widget} takes ${authoringOf(element).fitting.join(', ')}.`,
  }
}
