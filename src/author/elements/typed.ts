import type { LocalValidation } from '../../../schemas/elements/element.ts'
import type { Condition } from '../../../schemas/kernel/rule.ts'
import { daysInMonth, formatDay, parseDay } from '../../flow/kernel/dates.ts'
import { LOCAL } from '../../flow/elements/localChecks.ts'
import { VALIDATION_AUTHORING } from './validationAuthoring.ts'

type Arg = Condition['arg']

/** Values that a visitor could type into free text, the most natural first: one for each relation to `args`, which rules compare the
 *  field with, and to the `seeds` that computations tell apart. Values that the element's own validations refuse are left out. The proof
 *  assumes that people type plain values: a number, or text that sorts before, at, or after an arg. */
export function typedValues(
  { natural, fits, local }: Typed,
  args: readonly Arg[],
  seeds: readonly string[],
): string[] {
  const texts = args.flatMap((arg) => (arg === null || arg === '' ? [] : [String(arg)]))
  const wanted = [...numbersAround(texts.filter(isNumber)), ...texts.flatMap(textsAround)]
  return [...new Set([...natural, ...seeds, ...wanted])].filter(
    (value) => fits(value) && local.every((check) => passes(check, value)),
  )
}

interface Typed {
  /** Most obvious values. */
  natural: readonly string[]
  /** True if the element can have this value. */
  fits: (value: string) => boolean
  local: readonly LocalValidation[]
}

/** True if a value passes one of the validations. Skips comparisons with other fields and with the day. */
export function passes({ name, arg }: LocalValidation, value: string): boolean {
  const { takes } = VALIDATION_AUTHORING[name]
  return takes?.key === 'field' || takes?.key === 'ages' || LOCAL[name].passes(value, arg)
}

/** Each number, and one in every gap between them, whole if possible. Includes the format of ZIP codes. */
function numbersAround(texts: readonly string[]): string[] {
  const numbers = [...new Set(texts.map(Number))].sort((a, b) => a - b)
  const gaps = numbers.map((number, index) => {
    const next = numbers[index + 1] ?? Math.floor(number) + 2
    const whole = Math.floor(number) + 1
    return whole < next ? whole : (number + next) / 2
  })
  const all = [...numbers, ...gaps, ...numbers.slice(0, 1).map((least) => Math.ceil(least) - 1)].map(String)
  return [...texts, ...all, ...all.map(asZip)]
}

function asZip(number: string): string {
  return number.padStart(5, '0')
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text)
}

/** The text itself, and texts that sort just before and after it in every order that rules use. */
function textsAround(arg: string): string[] {
  if (isNumber(arg)) return birthdaysAround(arg)
  const last = arg.charCodeAt(arg.length - 1)
  const before = arg.slice(0, -1) + String.fromCharCode(last - 1)
  return [arg, `${arg}s`, ...birthdaysAround(arg), ...(last > SPACE + 1 ? [`${before}z`] : []), 'A', 'z']
}

const SPACE = 32

/** Days just before, at, and after the one that a date of birth is compared with: a day, or the beginning of one. */
function birthdaysAround(arg: string): string[] {
  const day = parseDay(arg)
  if (day) {
    const { year, month } = day
    return [
      arg,
      formatDay(year, month, Math.max(1, day.day - 1)),
      neighbor(year, month, -1),
      formatDay(year, month, Math.min(daysInMonth(month, year), day.day + 1)),
      neighbor(year, month, 1),
    ]
  }
  const year = Number(/^\d{4}/.exec(arg)?.[0])
  return Number.isNaN(year)
    ? []
    : [formatDay(year - 1, 12, 31), formatDay(year, 1, 1), formatDay(year, 12, 31), formatDay(year + 1, 1, 1)]
}

/** The last day of the previous month, or the first of the next. */
function neighbor(year: number, month: number, by: -1 | 1): string {
  const [y, m] = month + by < 1 ? [year - 1, 12] : month + by > 12 ? [year + 1, 1] : [year, month + by]
  return formatDay(y, m, by < 0 ? daysInMonth(m, y) : 1)
}

/** Accepts any text without blanks around it, which are trimmed from input. */
export function isAnything(value: string): boolean {
  return value !== '' && value === value.trim()
}
