import type { Single } from './kind.ts'

/** Something is typed. */
const freeText = (maxLength: number) =>
  ({
    maxLength,
    property: (title, _, isRequired) => ({
      type: 'string',
      title,
      ...(isRequired && { minLength: 1 }),
      maxLength,
    }),
  }) satisfies Single

/** Length of a line, in characters. */
export const LINE_LENGTH = 200

export const line = freeText(LINE_LENGTH)
export const severalLines = freeText(5000)
