/** Calendar arithmetic on `YYYY-MM-DD` text, without clock or time zone. Days in this format sort as text. */

/** Source: spec, section 5 "Date of birth". */
export const BIRTH_YEARS = { min: 1900, max: 2022 } as const

/** Earliest injury year, which includes all years before it. Source: spec, section 9. */
export const EARLIEST_INJURY_YEAR = 2015

/** Number of days in a month, 1 to 12; without a year, February has 29. */
export function daysInMonth(month: number, year?: number): number {
  if (month === 2) return year === undefined || isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** An existing day, in parts; null for anything else. */
export function parseDay(text: string): { year: number; month: number; day: number } | null {
  const [, y, m, d] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  const [year, month, day] = [Number(y), Number(m), Number(d)]
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(month, year)
  return exists ? { year, month, day } : null
}

export function formatDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

/** The same day `years` earlier, as text that sorts correctly even if February 29 does not exist. */
export function yearsBefore(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`
}

/** Age in whole years on a day. People born on February 29 have their birthday on March 1 in years without that day. Source: spec,
 *  section 9 "Age". */
export function ageOn(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return day.slice(4) >= born.slice(4) ? years : years - 1
}

/** Pads to two digits. */
export function pad(part: number): string {
  return String(part).padStart(2, '0')
}
