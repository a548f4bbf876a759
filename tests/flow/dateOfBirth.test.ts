import { expect, test } from 'vitest'
import { dateOfBirth, outOfRange, writtenDate } from '../../src/flow/dateOfBirth.ts'

const YEAR = 2026
const parts = (month: string, day: string, year: string) => ({ month, day, year })

test.each([
  ['3', '0', '1985', 'The minimum day is 1'],
  ['1', '32', '1985', 'The maximum day is 31'],
  ['4', '31', '1985', 'The maximum day is 30'],
  ['2', '29', '1985', 'The maximum day is 28'],
  ['2', '29', '1900', 'The maximum day is 28'],
  ['2', '30', '1984', 'The maximum day is 29'],
  ['3', '9', '1899', 'The minimum year is 1900'],
  ['3', '9', '2027', 'The maximum year is 2026'],
  ['3', '9', '85', 'The minimum year is 1900'],
])('month %s, day %s, year %s: %s', (month, day, year, said) => {
  expect(outOfRange(parts(month, day, year), YEAR)?.message).toBe(said)
  expect(dateOfBirth(parts(month, day, year), YEAR)).toBeUndefined()
})

test.each([
  ['3', '9', '1985', '1985-03-09'],
  ['2', '29', '1984', '1984-02-29'],
  ['12', '31', '1900', '1900-12-31'],
  ['1', '01', '2026', '2026-01-01'],
])('month %s, day %s, year %s is %s', (month, day, year, expected) => {
  expect(outOfRange(parts(month, day, year), YEAR)).toBeUndefined()
  expect(dateOfBirth(parts(month, day, year), YEAR)).toBe(expected)
})

test.each([
  ['', '', ''],
  ['', '31', '1985'],
  ['2', '29', ''],
  ['3', '', '1985'],
])('month %j, day %j, year %j may still become a day, and is none yet', (month, day, year) => {
  expect(outOfRange(parts(month, day, year), YEAR)).toBeUndefined()
  expect(dateOfBirth(parts(month, day, year), YEAR)).toBeUndefined()
})

test.each([
  ['2/3/1980', parts('2', '3', '1980')],
  [' 02-03-1980 ', parts('2', '3', '1980')],
  ['2.3.1980', parts('2', '3', '1980')],
  ['1980-02-03', parts('2', '3', '1980')],
  ['Feb 3, 1980', parts('2', '3', '1980')],
  ['february 3 1980', parts('2', '3', '1980')],
  ['Sept. 30, 1980', parts('9', '30', '1980')],
  ['2/30/1980', parts('2', '30', '1980')],
  ['13/1/1980', null],
  ['Foo 3, 1980', null],
  ['2/3/80', null],
  ['1980', null],
  ['', null],
])('“%s” is written for %j', (text, expected) => {
  expect(writtenDate(text)).toEqual(expected)
})
