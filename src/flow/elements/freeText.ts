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

/** The characters of a line. */
export const LINE_LENGTH = 200

export const line = freeText(LINE_LENGTH)
export const severalLines = freeText(5000)
