import type { Computation } from '../../../schemas/flow/flow.ts'
import { EARLIEST_INJURY_YEAR, pad } from '../../flow/kernel/dates.ts'

/** Inputs of each computation other than its source fields and its address parameter, and for each of those the typed values that it tells apart. Dates that are
 *  chosen need no such values, as all of them are tried. */
export const SOURCES: Record<Computation, { today?: true; tells?: readonly string[][] }> = {
  address_parameter: {},
  user_from_wc: {},
  incident_date: { tells: dates() },
  incident_occurred: { today: true, tells: dates() },
  injury_date_over_two_years: { today: true, tells: dates() },
  both_tcpa_compliance_present: {},
  both_tcpa_compliance_missing: {},
  name_gibberish: {
    tells: [
      ['Maria', 'Xkcdrw'],
      ['Castillo', 'Qzzzt'],
    ],
  },
  enough_words: {
    tells: [['The other driver ran a red light.', 'Rear-ended unexpectedly yesterday.']],
  },
  ip: {},
  name_bad_word: {},
  has_bad_words: {},
  is_gibberish: {},
  calling_hours: {},
}

/** Years and months, for flows where they are typed. */
function dates(): string[][] {
  const years = Array.from({ length: 20 }, (_, index) => String(EARLIEST_INJURY_YEAR + index))
  const months = Array.from({ length: 12 }, (_, index) => pad(index + 1))
  return [years, months]
}

/** Days on which a visitor may come: `today` first, then the first and the fifteenth of each month of this year and the next. No
 *  computation tells other days of a month apart. */
export function daysToCome(today: string): string[] {
  const year = Number(today.slice(0, 4))
  const days = [year, year + 1].flatMap((y) =>
    Array.from({ length: 12 }, (_, index) => [
      `${y}-${pad(index + 1)}-01`,
      `${y}-${pad(index + 1)}-15`,
    ]).flat(),
  )
  const same = (day: string) =>
    day.slice(0, 7) === today.slice(0, 7) && day.endsWith('-01') === today.endsWith('-01')
  return [today, ...days.filter((day) => !same(day))]
}
