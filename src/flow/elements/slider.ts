import type { ElementOf } from '../../../schemas/elements/element.ts'
import type { Single } from './kind.ts'

type Slider = Pick<ElementOf<'slider'>, 'min' | 'max' | 'step'>

/** A number on a scale, in plain digits. */
export const slider = {
  property: (title) => ({ type: 'string', title, pattern: NUMBER.source }),
  tidy: (typed) => numberTyped(typed)?.toString() ?? typed.trim(),
  misfit(element, { value, label }, { sentences: { ANSWER_ERRORS, LOCAL_ERRORS } }) {
    const { min, max, step = 1 } = element
    const number = NUMBER.test(String(value)) ? Number(value) : NaN
    if (Number.isNaN(number)) return ANSWER_ERRORS.noNumber(label)
    if (number < min) return LOCAL_ERRORS.min(label, min)
    if (number > max) return LOCAL_ERRORS.max(label, max)
    return String(onScale(element, number)) === value ? null : ANSWER_ERRORS.offScale(label, min, step)
  },
} satisfies Single<ElementOf<'slider'>>

const NUMBER = /^-?\d+(\.\d+)?$/

/** Number in a text, without the commas, blanks, and signs that people write; null if it has none. */
export function numberTyped(text: string): number | null {
  const digits = text.replace(/[\s,%\p{Sc}]/gu, '')
  return NUMBER.test(digits) ? Number(digits) : null
}

/** The nearest number on the scale. */
export function onScale({ min, max, step = 1 }: Slider, number: number): number {
  const steps = Math.round((Math.min(Math.max(number, min), max) - min) / step)
  return exact(min + steps * step)
}

/** Removes rounding errors from adding fractions. */
export function exact(number: number): number {
  return Number(number.toFixed(PLACES))
}
const PLACES = 6
