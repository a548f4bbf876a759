import { expect, test } from 'vitest'
import { daysInMonth, formatDay, parseDay, yearsBefore } from '../../src/flow/kernel/dates.ts'

test('months have the right lengths', () => {
  const lengths = Array.from({ length: 12 }, (_, index) => daysInMonth(index + 1, 2026))
  expect(lengths).toEqual([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
})

test.each([
  [2024, 29],
  [2026, 28],
  [2000, 29],
  [1900, 28],
  [undefined, 29],
])('February of %s has %i days', (year, days) => {
  expect(daysInMonth(2, year)).toBe(days)
})

test.each([
  ['1985-03-09', { year: 1985, month: 3, day: 9 }],
  ['2024-02-29', { year: 2024, month: 2, day: 29 }],
  ['2026-12-31', { year: 2026, month: 12, day: 31 }],
])('%s is a day', (text, parts) => {
  expect(parseDay(text)).toEqual(parts)
  expect(formatDay(parts.year, parts.month, parts.day)).toBe(text)
})

test.each([
  ['2026-02-29'],
  ['1900-02-29'],
  ['2026-04-31'],
  ['2026-00-10'],
  ['2026-13-10'],
  ['2026-01-00'],
  ['2026-1-9'],
  ['03/09/1985'],
  ['1985-03-09T00:00'],
  [' 1985-03-09'],
  ['1985-03-09\n'],
  [''],
])('%j is not a day', (text) => {
  expect(parseDay(text)).toBeNull()
})

test('a day is written with a four-digit year and two-digit month and day', () => {
  expect(formatDay(987, 6, 5)).toBe('0987-06-05')
})

test('whole years before February 29 sort after the 28th and before March', () => {
  const day = yearsBefore('2028-02-29', 1)
  expect(['2027-03-01', day, '2027-02-28'].sort()).toEqual(['2027-02-28', day, '2027-03-01'])
  expect(yearsBefore('2026-11-20', 3)).toBe('2023-11-20')
})
