import { ageOn, parseDay } from '../dates.ts'
import type { Ages, LocalCheck } from './localCheck.ts'

export const allowedAge: LocalCheck = {
  passes: (value, _, { min = -Infinity, max = Infinity, today } = ANY_AGE) => {
    const born = String(value)
    const years = parseDay(born) ? ageOn(born, today) : NaN
    return years >= min && years <= max
  },
}

const ANY_AGE: Ages = { today: '' }
