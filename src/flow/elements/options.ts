import type { Single } from './kind.ts'

/** One of several options. */
export const dropdown = {
  property: (title, values) => ({ type: 'string', title, enum: values }),
} satisfies Single

/** The same, all in sight. */
export const radio = { ...dropdown, isInRows: true } satisfies Single

/** Any of them. */
export const multiSelect = {
  property: (title, values, isRequired) => ({
    type: 'array',
    title,
    items: { type: 'string', enum: values },
    uniqueItems: true,
    minItems: isRequired ? 1 : 0,
  }),
  isList: true,
  isInRows: true,
} satisfies Single
