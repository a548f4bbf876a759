import { DateTime } from 'luxon'
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

test.each([
  [
    'past midnight',
    { days: ['fri'], from: '20:00', to: '02:00' },
    '2026-11-21T01:59:59-05:00',
    '2026-11-21T02:00:00-05:00',
    '2026-11-28T01:00',
  ],
  [
    'past midnight from Sunday',
    { days: ['sun'], from: '23:00', to: '01:00' },
    '2026-11-23T00:30:00-05:00',
    '2026-11-23T01:00:00-05:00',
    '2026-11-30T04:00',
  ],
] as const)('hours %s end on the next day', (_, hours, open, closed, next) => {
  expect([open, closed].map((at) => isOpen([hours], Date.parse(at), NEW_YORK))).toEqual([true, false])
  expect(new Date(nextOpening([hours], Date.parse(closed), NEW_YORK)).toISOString().slice(0, 16)).toBe(next)
})

test.each([
  [
    'come again in the hour that is shown twice',
    { days: ['sun'], from: '01:00', to: '01:30' },
    '2026-11-01T01:45:00-04:00',
    '2026-11-01T01:00:00-05:00',
  ],
  [
    'begin at once if their first hour is skipped',
    { days: ['sun'], from: '02:30', to: '04:00' },
    '2026-03-08T01:59:00-05:00',
    '2026-03-08T03:00:00-04:00',
  ],
  [
    'come a week later if all of them are skipped',
    { days: ['sun'], from: '02:00', to: '03:00' },
    '2026-03-08T01:59:00-05:00',
    '2026-03-15T02:00:00-04:00',
  ],
] as const)('hours %s', (_, hours, after, next) => {
  const opening = nextOpening([hours], Date.parse(after), NEW_YORK)
  expect(new Date(opening).toISOString()).toBe(new Date(next).toISOString())
})

/** Instants of a year at which clocks are set, each with one zone that sets them so. */
function clockChanges(): { zone: string; at: number }[] {
  const found = new Map<string, { zone: string; at: number }>()
  const offsetAt = (at: number, zone: string) => DateTime.fromMillis(at, { zone }).offset
  for (const zone of Intl.supportedValuesOf('timeZone'))
    for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 7 * DAY_MS) {
      const offset = offsetAt(day, zone)
      if (offsetAt(day + 7 * DAY_MS, zone) === offset) continue
      let at = day
      while (offsetAt(at, zone) === offset) at += QUARTER_MS
      found.set(`${at} ${offset} ${offsetAt(at, zone)}`, { zone, at })
    }
  return [...found.values()]
}

const QUARTER_MS = 900_000
const DAY_MS = 86_400_000

test('around every clock change in the world, the next opening is the first open quarter of an hour, and hours are in order', () => {
  const changes = clockChanges()
  expect(changes.length).toBeGreaterThan(20)
  const clock = (at: DateTime) => at.toFormat('HH:mm')
  for (const { zone, at } of changes) {
    const around = [-90, -60, -30, 0, 30].map((minutes) =>
      DateTime.fromMillis(at, { zone: 'UTC' })
        .plus({ minutes: DateTime.fromMillis(at - 1, { zone }).offset })
        .plus({ minutes }),
    )
    for (const from of around) {
      const days = [from.weekdayShort!.toLowerCase() as Opening['days'][number]]
      const hours: Opening[] = [{ days, from: clock(from), to: clock(from.plus({ minutes: 30 })) }]
      for (let after = at - 6 * QUARTER_MS; after < at + 6 * QUARTER_MS; after += 3 * QUARTER_MS) {
        const { start, end } = periodOf(after, 'hour', zone)
        expect(start <= after && after < end && periodOf(end, 'hour', zone).start === end).toBe(true)
        if (isOpen(hours, after, zone)) continue
        let first = after
        while (first < at + DAY_MS && !isOpen(hours, first, zone)) first += QUARTER_MS
        const next = nextOpening(hours, after, zone)
        expect([zone, hours, next]).toEqual([zone, hours, first < at + DAY_MS ? first : expect.any(Number)])
        expect(isOpen(hours, next, zone)).toBe(true)
      }
    }
  }
})

test('hours on one day a week return a week later', () => {
  const hours: Opening[] = [{ days: ['fri'], from: '09:00', to: '10:00' }]
  const after = Date.parse('2026-11-20T10:00:00-05:00')
  expect(nextOpening(hours, after, NEW_YORK)).toBe(Date.parse('2026-11-27T09:00:00-05:00'))
})

test('a time zone must have a known name', () => {
  expect(['America/Chicago', 'Asia/Kathmandu', 'America/Chicgo', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(localWords(Date.parse('2026-11-20T12:00:00Z'), NEW_YORK)).toBe('2026-11-20 07:00 (America/New_York)')
})
