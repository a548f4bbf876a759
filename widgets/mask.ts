import { Maskito, maskitoTransform, maskitoUpdateElement, type MaskitoOptions } from '@maskito/core'

/** Keeps an input within a pattern, where 9 matches a digit, including its present text. `forPhone` is true for a phone number. */
export function attachMask(
  input: HTMLInputElement,
  pattern: string,
  forPhone: boolean,
): { destroy: () => void } {
  const options = maskOptions(pattern, forPhone)
  const { value, selectionStart, selectionEnd } = input
  const selection = [selectionStart ?? 0, selectionEnd ?? 0] as const
  maskitoUpdateElement(input, maskitoTransform({ value, selection }, options))
  return new Maskito(input, options)
}

/** Mask for a pattern. A text that cannot match, with too many digits, with letters among too few or with another country's code, stays
 *  as it is, and validation refuses it: cut to the pattern it would be another person's number. A key that no matching text has is
 *  ignored. The country code of a US number, ten digits, is dropped: no area code begins with 1. So are the four extra digits of a ZIP
 *  code. */
export function maskOptions(pattern: string, forPhone: boolean): MaskitoOptions {
  const mask = Array.from(pattern, (character) => (character === '9' ? /\d/ : character))
  const room = mask.filter((part) => part instanceof RegExp).length
  const prefix = pattern.startsWith('+1') ? '+1' : ''
  const isPhone = prefix !== '' || (room === 10 && forPhone)
  const needed = isPhone ? COUNTRY_CODE : pattern === '99999' ? ZIP_4 : /^(.*)$/s

  const fits = (text: string) => {
    const own = text.startsWith(prefix) ? text.slice(prefix.length) : text
    const digits = own.replace(/\D/g, '').length
    const isWhole = digits === room || !LETTERS.test(own)
    return digits <= room && isWhole && !OTHER_DIGITS.test(own) && !(isPhone && ABROAD.test(own))
  }
  const trimmed = (text: string) => {
    const rest = text.replace(needed, '$1')
    return fits(rest) ? rest : text
  }
  return {
    mask: ({ value }) => (fits(value) ? mask : ANYTHING),
    preprocessors: [
      ({ elementState, data }, action) => {
        const { value, selection } = elementState
        const [from, to] = selection
        if (action === 'validation') {
          // A leading 1 in the pattern's own format is a digit that is being corrected.
          if (shape(pattern).startsWith(shape(value))) return { elementState }
          const rest = trimmed(value)
          const moved = (caret: number) => Math.max(0, caret - (value.length - rest.length))
          return { elementState: { value: rest, selection: [moved(from), moved(to)] } }
        }
        const head = value.slice(0, from)
        const taken = /[\d+]/.test(head) ? data : trimmed(data)
        const isStray =
          taken.length === 1 &&
          fits(value) &&
          !fits(head + taken + value.slice(to)) &&
          !(isPhone && /[\d+]/.test(taken))
        return { elementState, data: isStray ? '' : taken }
      },
    ],
  }
}

const ANYTHING = /^.*$/s
const LETTERS = /\p{L}/u
/** Digits of other scripts. */
const OTHER_DIGITS = /[^\P{N}0-9]/u
const ABROAD = /^\D*\+/
/** Patterns with the needed part in the group. After a +, a 1 is the country code once a number follows. */
const COUNTRY_CODE = /^(?:\D*\+\D*1(?=\D*\d)|[^\d+]*1)(.*)$/s
const ZIP_4 = /^(\s*\d{5})[-–\s]?\d{4}\s*$/

/** The text with 9 in place of each digit. */
function shape(text: string): string {
  return text.replace(/\d/g, '9')
}
