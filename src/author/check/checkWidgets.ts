import type { InputElement, LeafElement, LocalValidation } from '../../../schemas/element.ts'
import type { Problem } from '../../../schemas/problem.ts'
import { placed, type ValidParts, type Path, type Placed } from './validParts.ts'
import { exclusions, maskMisfits } from './validationClashes.ts'

/** Validations and masks that the widget can carry out, and a visitor can satisfy. */
export function checkWidgets({ steps }: ValidParts): Problem[] {
  return steps
    .flatMap(({ leaves }) => leaves)
    .flatMap(({ at, value: element }) =>
      element && isInput(element) ? [...checkValidations(element, at), ...checkMask(element, at)] : [],
    )
}

/** The local validations that mean something to each widget's value. */
const FITTING: Record<InputElement['widget'], readonly LocalValidation['name'][]> = {
  text: [
    'required',
    'email',
    'email_format',
    'phone',
    'zip',
    'description',
    'min',
    'max',
    'same_as',
    'not_before',
    'not_after',
  ],
  textarea: ['required', 'description', 'same_as'],
  date_of_birth: ['required', 'date_of_birth', 'age', 'same_as', 'not_before', 'not_after'],
  vehicle: ['required'],
  injury_date: ['required', 'not_before', 'not_after'],
  dropdown: ['required', 'min', 'max', 'same_as', 'not_before', 'not_after'],
  radio: ['required', 'min', 'max', 'same_as', 'not_before', 'not_after'],
  multi_select: ['required'],
}

function checkValidations(element: InputElement, at: Path): Problem[] {
  const { widget, validations } = element
  const local = placed(validations.local, [...at, 'validations', 'local'])
  const misfits = local
    .filter(({ value }) => !FITTING[widget].includes(value.name))
    .map(({ at, value }) => misfit(widget, value.name, [...at, 'name']))
  const external =
    widget === 'text' ? [] : placed(validations.external ?? [], [...at, 'validations', 'external'])
  return [
    ...misfits,
    ...exclusions(element, at),
    ...local.flatMap((validation) => [
      ...PARAMETERS.flatMap((parameter) => checkParameter(parameter, validation)),
      ...checkAges(validation),
    ]),
    ...external.map(({ at, value }) => misfit(widget, value, at)),
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

function misfit(widget: InputElement['widget'], name: string, at: Path): Problem {
  return {
    code: 'validation_misfit',
    at,
    message: `The validation ${name} means nothing for the widget ${widget}.`,
    hint: `Remove it: ${widget} takes ${FITTING[widget].join(', ')}.`,
  }
}

/** Digits, and the signs that telephone numbers, ZIP codes and dates are written with. */
const MASK = /^(\+1[ -]?)?[9 ()./-]+$/

function checkMask(element: InputElement, at: Path): Problem[] {
  const mask = element.widget === 'text' ? element.mask : undefined
  if (mask === undefined) return []
  if (MASK.test(mask) && mask.includes('9')) return maskMisfits(element, mask, at)
  return [
    {
      code: 'odd_mask',
      at: [...at, 'mask'],
      message: `The mask "${mask}" would be typed into the field as it stands.`,
      hint: 'Write 9 for each digit, with spaces ( ) . / - between: (999) 999-9999.',
    },
  ]
}

function isInput(element: LeafElement): element is InputElement {
  return element.type === 'input' || element.type === 'select'
}
