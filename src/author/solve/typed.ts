import type { InputElement, LocalValidation } from '../../../schemas/element.ts'
import type { Condition } from '../../../schemas/rule.ts'
import { BIRTH_YEARS, daysInMonth, formatDay, parseDay, yearsBefore } from '../../flow/validations/dates.ts'
import { LOCAL } from '../../flow/validations/localChecks.ts'

type Arg = Condition['arg']

/** Values that a visitor could type where anything may be typed, the most natural first: one for each way in which they
 *  can stand to `args`, which rules compare the field with, and the `seeds` that computations tell apart. Those that the
 *  element's own validations refuse are left out.
 *  The proof takes people to type plain values: a number, or text that stands before, at or after an arg. */
export function typedValues(
  { element, part }: { element: Extract<InputElement, { type: 'input' }>; part?: string },
  args: readonly Arg[],
  seeds: readonly string[],
): string[] {
  const natural = part === undefined ? naturalText(element) : (PART[part] ?? [])
  const texts = args.flatMap((arg) => (arg === null || arg === '' ? [] : [String(arg)]))
  const wanted = [...numbersAround(texts.filter(isNumber)), ...texts.flatMap(textsAround)]
  const { local } = element.validations
  const fits = part === 'year' ? isYear : element.widget === 'date_of_birth' ? isBirthday : isAnything
  return [...new Set([...natural, ...seeds, ...wanted])].filter(
    (value) => fits(value) && local.every((check) => passes(check, value)),
  )
}

/** Whether a value stands before one of the validations; comparisons with other fields, and with the day, are not asked
 *  here. */
export function passes({ name, arg }: LocalValidation, value: string): boolean {
  return COMPARING.has(name) || LOCAL[name].passes(value, arg)
}

/** What depends on more than the value: on another field, or on the day of the visit. */
const COMPARING: ReadonlySet<string> = new Set(['same_as', 'not_before', 'not_after', 'age'])

/** The birthdays that the ages allowed turn on, for a visitor who comes on `today`: that of the youngest first, then that
 *  of the oldest. */
export function agesAround(checks: readonly LocalValidation[], today: string): string[] {
  return checks.flatMap(({ name, min, max }) => {
    if (name !== 'age') return []
    return [
      ...(min === undefined ? [] : [yearsBefore(today, min)]),
      ...(max === undefined ? [] : [yearsBefore(today, max), yearsBefore(today, max + 1)]),
    ]
  })
}

function naturalText({
  widget,
  validations,
  ...element
}: Extract<InputElement, { type: 'input' }>): string[] {
  if (widget === 'date_of_birth') return ['1985-03-09']
  const names = new Set<string>(validations.local.map(({ name }) => name))
  const bounds = validations.local.flatMap(({ name, arg }) =>
    arg !== undefined && (name === 'min' || name === 'max') ? [String(arg)] : [],
  )
  for (const [kinds, values] of BY_VALIDATION)
    if (kinds.some((kind) => names.has(kind))) return [...values, ...bounds, ...bounds.map(asZip)]
  const purpose = 'autocomplete' in element ? element.autocomplete : undefined
  if (bounds.length > 0) return [...bounds, ...NUMBERS]
  if ('inputmode' in element && element.inputmode === 'numeric') return NUMBERS
  return [
    ...((purpose !== undefined && BY_PURPOSE[purpose]) || []),
    ...(widget === 'textarea' ? STORIES : WORDS),
  ]
}

const NUMBERS = ['40', '7']
const WORDS = ['something else']
const STORIES = ['The light was green for me and another car hit my door.']

const BY_VALIDATION: [names: string[], values: string[]][] = [
  [['email', 'email_format'], ['maria.castillo@example.us']],
  [['phone'], ['(512) 959-2368']],
  [['zip'], ['78701']],
  [['description'], STORIES],
]

const BY_PURPOSE: Record<string, string[]> = {
  'given-name': ['Maria'],
  'family-name': ['Castillo'],
  email: ['maria.castillo@example.us'],
  'tel-national': ['(512) 959-2368'],
  'postal-code': ['78701'],
  'street-address': ['1200 Congress Avenue'],
  'address-level2': ['Austin'],
}

/** A vehicle's parts; injury dates have their own. */
const PART: Record<string, string[]> = { year: ['2016'], make: ['Toyota'], model: ['Camry'] }

/** Each number, and one in every gap that they leave: a whole one where there is one. As ZIP codes are written, too. */
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

/** The text itself, and what stands just before and after it in every order that rules know. */
function textsAround(arg: string): string[] {
  if (isNumber(arg)) return birthdaysAround(arg)
  const last = arg.charCodeAt(arg.length - 1)
  const before = arg.slice(0, -1) + String.fromCharCode(last - 1)
  return [arg, `${arg}s`, ...birthdaysAround(arg), ...(last > SPACE + 1 ? [`${before}z`] : []), 'A', 'z']
}

const SPACE = 32

/** Days just before, at and after what a date of birth is compared with: a day, or the beginning of one. */
function birthdaysAround(arg: string): string[] {
  const day = parseDay(arg)
  if (day) {
    const { year, month } = day
    return [
      arg,
      formatDay(year, month, Math.max(1, day.day - 1)),
      neighbour(year, month, -1),
      formatDay(year, month, Math.min(daysInMonth(month, year), day.day + 1)),
      neighbour(year, month, 1),
    ]
  }
  const year = Number(/^\d{4}/.exec(arg)?.[0])
  return Number.isNaN(year)
    ? []
    : [formatDay(year - 1, 12, 31), formatDay(year, 1, 1), formatDay(year, 12, 31), formatDay(year + 1, 1, 1)]
}

/** The last day of the month before, or the first of the next. */
function neighbour(year: number, month: number, by: -1 | 1): string {
  const [y, m] = month + by < 1 ? [year - 1, 12] : month + by > 12 ? [year + 1, 1] : [year, month + by]
  return formatDay(y, m, by < 0 ? daysInMonth(m, y) : 1)
}

function isBirthday(value: string): boolean {
  const day = parseDay(value)
  return day !== null && day.year >= BIRTH_YEARS.min
}

function isYear(value: string): boolean {
  return /^\d{4}$/.test(value)
}

/** The blanks around what is typed are not kept. */
function isAnything(value: string): boolean {
  return value !== '' && value === value.trim()
}
