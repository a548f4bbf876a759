import type { ElementOf } from '../../../schemas/elements/element.ts'
import { EARLIEST_INJURY_YEAR, pad } from '../../flow/kernel/dates.ts'
import type { Authoring } from './authoring.ts'

export const injuryDateAuthoring: Authoring<ElementOf<'injury_date'>> = {
  fitting: ['required', 'not_before', 'not_after'],
  isTyped: false,
  answering: ({ element, required, fields }, { lastYear }) => ({
    kind: 'parts',
    element,
    required,
    parts: fields.map(({ field, id }) => ({ field, values: id === 'year' ? yearsUpTo(lastYear) : MONTHS })),
    together: isPastMonth,
  }),
  invent: ({ between }) => ({ year: String(between(2020, 2025)), month: pad(between(1, 12)) }),
}

const MONTHS = Array.from({ length: 12 }, (_, index) => pad(index + 1))

function yearsUpTo(last: number): string[] {
  return Array.from({ length: last - EARLIEST_INJURY_YEAR + 1 }, (_, index) => String(last - index))
}

/** True if the selectors of the injury date offer this month on that day: no future month, and only January of the earliest year. */
function isPastMonth([year = '', month]: readonly (string | undefined)[], today: string): boolean {
  if (year === String(EARLIEST_INJURY_YEAR)) return month === '01'
  return (
    year < today.slice(0, 4) ||
    (year === today.slice(0, 4) && (month === undefined || month <= today.slice(5, 7)))
  )
}
