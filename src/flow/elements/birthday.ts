import type { Single } from './kind.ts'

export const birthday = {
  label: 'Birthdate',
  property: (title) => ({ type: 'string', title, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
} satisfies Single
