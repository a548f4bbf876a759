import { FIELD_LABELS } from '../../texts/visitorPage.ts'
import type { Single } from './kind.ts'

export const birthday = {
  label: FIELD_LABELS.date_of_birth,
  property: (title) => ({ type: 'string', title, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
} satisfies Single
