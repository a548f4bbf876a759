import type { InputElement, LeafElement, LocalValidation } from '../../../schemas/element.ts'
import type { Problem } from '../../../schemas/problem.ts'
import { placed, type Legible, type Path } from './legible.ts'

/** Validations and masks that the widget can carry out. */
export function checkWidgets({ steps }: Legible): Problem[] {
  return steps
    .flatMap(({ leaves }) => leaves)
    .flatMap(({ at, value: element }) =>
      element && isInput(element) ? [...checkValidations(element, at), ...checkMask(element, at)] : [],
    )
}

/** The local validations that mean something to each widget's value. */
const FITTING: Record<InputElement['widget'], readonly LocalValidation['name'][]> = {
  text: ['required', 'email', 'phone', 'zip', 'description', 'min', 'max'],
  textarea: ['required', 'description'],
  date_of_birth: ['required', 'date_of_birth'],
  vehicle: ['required'],
  injury_date: ['required'],
  dropdown: ['required', 'min', 'max'],
  radio: ['required', 'min', 'max'],
  multi_select: ['required'],
}

const BOUNDED: readonly LocalValidation['name'][] = ['min', 'max']

function checkValidations({ widget, validations }: InputElement, at: Path): Problem[] {
  const local = placed(validations.local, [...at, 'validations', 'local'])
  const misfits = local
    .filter(({ value }) => !FITTING[widget].includes(value.name))
    .map(({ at, value }) => misfit(widget, value.name, [...at, 'name']))
  const bounds = local.flatMap(({ at, value: { name, arg } }): Problem[] => {
    if (BOUNDED.includes(name) === (arg !== undefined)) return []
    return [
      arg === undefined
        ? {
            code: 'no_bound',
            at,
            message: `The validation ${name} does not say which number is allowed.`,
            hint: `Add "arg" with the ${name === 'min' ? 'smallest' : 'largest'} number allowed.`,
          }
        : {
            code: 'unused_bound',
            at: [...at, 'arg'],
            message: `The validation ${name} takes no arg.`,
            hint: `Remove "arg": only ${BOUNDED.join(' and ')} have one.`,
          },
    ]
  })
  const external =
    widget === 'text' ? [] : placed(validations.external ?? [], [...at, 'validations', 'external'])
  return [...misfits, ...bounds, ...external.map(({ at, value }) => misfit(widget, value, at))]
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
  if (mask === undefined || (MASK.test(mask) && mask.includes('9'))) return []
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
