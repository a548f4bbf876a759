import { expect, test } from 'vitest'
import type { Opening } from '../../schemas/buyer/limits.ts'
import { isOpen, isTimeZone, localWords, nextOpening, periodOf } from '../../src/time/localTime.ts'

const NEW_YORK = 'America/New_York'
const words = ({ start, end }: { start: number; end: number }) =>
  [start, end].map((at) => new Date(at).toISOString().slice(0, 16))

test.each([
  ['an hour', 'hour', '2026-11-20T10:59:59-05:00', NEW_YORK, ['2026-11-20T15:00', '2026-11-20T16:00']],
  [
    'an hour that is shown once more',
    'hour',
    '2026-11-01T01:30:00-04:00',
    NEW_YORK,
    ['2026-11-01T05:00', '2026-11-01T06:00'],
  ],
  [
    'the same hour when it is shown again',
    'hour',
    '2026-11-01T01:30:00-05:00',
    NEW_YORK,
    ['2026-11-01T06:00', '2026-11-01T07:00'],
  ],
  [
    'the hour before one that is skipped',
    'hour',
    '2026-03-08T01:30:00-05:00',
    NEW_YORK,
    ['2026-03-08T06:00', '2026-03-08T07:00'],
  ],
  ['a day', 'day', '2026-11-20T00:00:00-05:00', NEW_YORK, ['2026-11-20T05:00', '2026-11-21T05:00']],
  [
    'a day of 23 hours',
    'day',
    '2026-03-08T23:59:00-04:00',
    NEW_YORK,
    ['2026-03-08T05:00', '2026-03-09T04:00'],
  ],
  [
    'a day of 25 hours',
    'day',
    '2026-11-01T00:00:00-04:00',
    NEW_YORK,
    ['2026-11-01T04:00', '2026-11-02T05:00'],
  ],
  [
    'a day that begins at one o’clock',
    'day',
    '2026-09-06T12:00:00-03:00',
    'America/Santiago',
    ['2026-09-06T04:00', '2026-09-07T03:00'],
  ],
  [
    'a month across the change',
    'month',
    '2026-03-20T12:00:00-04:00',
    NEW_YORK,
    ['2026-03-01T05:00', '2026-04-01T04:00'],
  ],
  [
    'a day at a quarter to',
    'day',
    '2026-11-20T18:14:59Z',
    'Asia/Kathmandu',
    ['2026-11-19T18:15', '2026-11-20T18:15'],
  ],
] as const)('%s of a time zone has its own start and end', (_, per, at, zone, expected) => {
  expect(words(periodOf(Date.parse(at), per, zone))).toEqual(expected)
})

const WEEK: Opening[] = [
  { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:30' },
  { days: ['sat'], from: '22:00', to: '24:00' },
]

test.each([
  // A Friday.
  ['2026-11-20T08:59:59-05:00', false, '2026-11-20T14:00'],
  ['2026-11-20T09:00:00-05:00', true, '2026-11-22T03:00'],
  ['2026-11-20T17:29:59-05:00', true, '2026-11-22T03:00'],
  ['2026-11-20T17:30:00-05:00', false, '2026-11-22T03:00'],
  ['2026-11-21T23:59:59-05:00', true, '2026-11-23T14:00'],
  ['2026-11-22T00:00:00-05:00', false, '2026-11-23T14:00'],
  // The night when the clocks go forward.
  ['2026-03-08T01:00:00-05:00', false, '2026-03-09T13:00'],
])('at %s the buyer is open: %s, and opens next at %s', (at, open, next) => {
  expect(isOpen(WEEK, Date.parse(at), NEW_YORK)).toBe(open)
  expect(new Date(nextOpening(WEEK, Date.parse(at), NEW_YORK)).toISOString().slice(0, 16)).toBe(next)
})

test('hours of one day a week come again a week later', () => {
  const hours: Opening[] = [{ days: ['fri'], from: '09:00', to: '10:00' }]
  const after = Date.parse('2026-11-20T10:00:00-05:00')
  expect(nextOpening(hours, after, NEW_YORK)).toBe(Date.parse('2026-11-27T09:00:00-05:00'))
})

test('a time zone has a name that is known', () => {
  expect(['America/Chicago', 'Asia/Kathmandu', 'America/Chicgo', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(localWords(Date.parse('2026-11-20T12:00:00Z'), NEW_YORK)).toBe('2026-11-20 07:00 (America/New_York)')
})
