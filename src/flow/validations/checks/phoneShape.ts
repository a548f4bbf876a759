import { bareNumber } from '../text.ts'
import type { LocalCheck } from './localCheck.ts'

export const phoneShape: LocalCheck = {
  passes: (value) => /^\d{10}$/.test(bareNumber(String(value))),
  isWord: true,
  contact: 'phone',
}
