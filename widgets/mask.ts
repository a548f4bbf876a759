import { Maskito } from '@maskito/core'

/** Keeps an input within a pattern in which 9 stands for a digit. A pasted or autofilled US number may carry its
 *  country code: it is dropped where ten digits are asked. */
export function attachMask(input: HTMLInputElement, pattern: string): { destroy: () => void } {
  const mask = Array.from(pattern, (character) => (character === '9' ? /\d/ : character))
  const digits = mask.filter((part) => part instanceof RegExp).length
  return new Maskito(input, {
    mask,
    preprocessors: [
      ({ elementState, data }) => ({
        elementState: { ...elementState, value: withoutCountryCode(elementState.value, digits) },
        data: withoutCountryCode(data, digits),
      }),
    ],
  })
}

function withoutCountryCode(text: string, digits: number): string {
  const bare = text.replace(/\D/g, '')
  return digits === 10 && bare.length === 11 && bare.startsWith('1') ? bare.slice(1) : text
}
