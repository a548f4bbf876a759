import { expect, test } from 'vitest'
import type { LocalValidation } from '../../schemas/elements/element.ts'
import { ENGLISH } from '../../src/texts/languages/sentences.ts'
import { birthLimit, dateOfBirth, outOfRange, writtenDate } from '../../src/flow/validations/dateOfBirth.ts'

const TODAY = { today: '2026-11-20', latest: '2026-11-20', sentences: ENGLISH }
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
  ['12', '1', '2026', 'The maximum month is November'],
  ['11', '21', '2026', 'The maximum day is 20'],
])('month %s, day %s, year %s: %s', (month, day, year, said) => {
  expect(outOfRange(parts(month, day, year), TODAY)?.message).toBe(said)
  expect(dateOfBirth(parts(month, day, year), TODAY)).toBeUndefined()
})

test.each([
  ['3', '9', '1985', '1985-03-09'],
  ['2', '29', '1984', '1984-02-29'],
  ['12', '31', '1900', '1900-12-31'],
  ['1', '01', '2026', '2026-01-01'],
])('month %s, day %s, year %s is %s', (month, day, year, expected) => {
  expect(outOfRange(parts(month, day, year), TODAY)).toBeUndefined()
  expect(dateOfBirth(parts(month, day, year), TODAY)).toBe(expected)
})

test.each([
  ['', '', ''],
  ['', '31', '1985'],
  ['2', '29', ''],
  ['3', '', '1985'],
])('month %j, day %j, year %j isn’t a day yet, but can become one', (month, day, year) => {
  expect(outOfRange(parts(month, day, year), TODAY)).toBeUndefined()
  expect(dateOfBirth(parts(month, day, year), TODAY)).toBeUndefined()
})

test.each<[string, LocalValidation[], string, string | undefined]>([
  ['of today without any validation', [], '2026-11-20', undefined],
  ['of the rule’s last year', [{ name: 'date_of_birth' }], '2022-12-31', undefined],
  [
    'of whoever has just come of age',
    [{ name: 'date_of_birth' }, { name: 'age', min: 18, max: 64 }],
    '2008-11-20',
    'You must be from 18 to 64 years old',
  ],
  ['of today where only the oldest are bound', [{ name: 'age', max: 64 }], '2026-11-20', undefined],
])('the latest date of birth is that %s', (_, checks, latest, message) => {
  expect(birthLimit(checks, '2026-11-20', ENGLISH)).toEqual({
    today: '2026-11-20',
    sentences: ENGLISH,
    latest,
    ...(message && { message }),
  })
})

test.each([
  ['11', '21', '2008'],
  ['12', '1', '2008'],
  ['1', '1', '2009'],
])('an underage visitor sees that at once: month %s, day %s, year %s', (month, day, year) => {
  const limit = birthLimit([{ name: 'age', min: 18 }], '2026-11-20', ENGLISH)
  expect(outOfRange(parts(month, day, year), limit)?.message).toBe('You must be at least 18 years old')
  expect(outOfRange(parts('1', '1', '2027'), limit)?.message).toBe('The maximum year is 2026')
  expect(dateOfBirth(parts('11', '20', '2008'), limit)).toBe('2008-11-20')
})

test.each([
  ['2', '29', '2008', '2026-02-28', undefined],
  ['2', '29', '2008', '2026-03-01', '2008-02-29'],
  ['2', '28', '2010', '2028-02-29', '2010-02-28'],
  ['3', '1', '2010', '2028-02-29', undefined],
])('a birthday on a leap day: %s/%s/%s comes of age on %s: %j', (month, day, year, today, born) => {
  const limit = birthLimit([{ name: 'age', min: 18 }], today, ENGLISH)
  expect(dateOfBirth(parts(month, day, year), limit)).toBe(born)
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
])('“%s” stands for %j', (text, expected) => {
  expect(writtenDate(text, ENGLISH.MONTHS)).toEqual(expected)
})
