import { BIRTH_YEARS, parseDay } from '../dates.ts'
import type { LocalCheck } from './localCheck.ts'

export const birthDate: LocalCheck = {
  passes: (value) => {
    const day = parseDay(String(value))
    return day !== null && day.year >= BIRTH_YEARS.min && day.year <= BIRTH_YEARS.max
  },
}
