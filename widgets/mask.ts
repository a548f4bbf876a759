import { Maskito, maskitoTransform, maskitoUpdateElement, type MaskitoOptions } from '@maskito/core'

/** Keeps an input within a pattern in which 9 stands for a digit, what it holds by then as well. Of a US number, ten digits,
 *  the country code is dropped, whether it is typed, pasted or filled in: no area code begins with 1. */
export function attachMask(input: HTMLInputElement, pattern: string): { destroy: () => void } {
  const mask = Array.from(pattern, (character) => (character === '9' ? /\d/ : character))
  const digits = mask.filter((part) => part instanceof RegExp).length
  const trimmed = digits === 10 && input.type === 'tel' ? withoutCountryCode : (text: string) => text
  const options: MaskitoOptions = {
    mask,
    preprocessors: [
      ({ elementState, data }) => ({
        elementState: { ...elementState, value: trimmed(elementState.value) },
        data: /\d/.test(elementState.value.slice(0, elementState.selection[0])) ? data : trimmed(data),
      }),
    ],
  }
  const { value, selectionStart, selectionEnd } = input
  const selection = [selectionStart ?? 0, selectionEnd ?? 0] as const
  maskitoUpdateElement(input, maskitoTransform({ value, selection }, options))
  return new Maskito(input, options)
}

function withoutCountryCode(number: string): string {
  return number.replace(/^\D*1/, '')
}
