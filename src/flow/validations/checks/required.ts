import type { LocalCheck } from './localCheck.ts'

export const required: LocalCheck = {
  passes: (value) => (typeof value === 'string' ? value.trim() !== '' : value.length > 0),
}
