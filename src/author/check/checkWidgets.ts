import type { InputElement, LocalValidation } from '../../../schemas/element.ts'
import type { Problem } from '../../../schemas/problem.ts'
import { isInput } from '../../flow/elements/kinds.ts'
import { authoringOf } from '../elements/authoringOf.ts'
import { takers, VALIDATION_AUTHORING } from '../elements/validationAuthoring.ts'
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

/** What a validation takes besides its name. */
const PARAMETERS = [
  { key: 'arg', missing: 'no_bound', says: 'which number is allowed', unused: 'unused_bound' },
  { key: 'field', missing: 'no_field', says: 'what to compare with', unused: 'unused_field' },
] as const

function checkParameter(
  { key, missing, says, unused }: (typeof PARAMETERS)[number],
  { at, value }: Placed<LocalValidation>,
): Problem[] {
  const { name } = value
  const { takes } = VALIDATION_AUTHORING[name]
  const isAsked = takes?.key === key
  if (isAsked === (value[key] !== undefined)) return []
  return [
    isAsked
      ? {
          code: missing,
          at,
          message: `The validation ${name} does not say ${says}.`,
          hint: `Add "${key}" with ${takes.what}.`,
        }
      : {
          code: unused,
          at: [...at, key],
          message: `The validation ${name} takes no ${key}.`,
          hint:
            takes?.key === 'ages'
              ? 'Write "min" for the youngest age allowed, "max" for the oldest.'
              : `Remove "${key}": only ${takers(key).join(', ')} have one.`,
        },
  ]
}

/** The ages that are allowed: at least one bound, and some age between two. */
function checkAges({ at, value: { name, arg, min, max } }: Placed<LocalValidation>): Problem[] {
  if (VALIDATION_AUTHORING[name].takes?.key !== 'ages')
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
