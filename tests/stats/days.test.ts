import { describe, expect, test } from 'vitest'
import {
  asOfText,
  bucketName,
  bucketText,
  dayText,
  defaultRange,
  instants,
  isDay,
  needsYears,
  periodBefore,
  presets,
  rangeText,
  startsOf,
  timeText,
  today,
} from '../../src/operator/days/days.ts'
import { momentText } from '../../src/time/momentText.ts'

const at = (iso: string): number => Date.parse(iso)
const HOUR_MS = 60 * 60 * 1000

describe('a day is a New York day', () => {
  test.each([
    ['2026-11-20T04:59:59Z', '2026-11-19'],
    ['2026-11-20T05:00:00Z', '2026-11-20'],
    ['2026-07-01T03:59:59Z', '2026-06-30'],
    ['2026-07-01T04:00:00Z', '2026-07-01'],
  ])('at %s, today is %s', (moment, day) => {
    expect(today(at(moment))).toBe(day)
  })

  test.each([
    { day: '2026-11-20', hours: 24, from: '2026-11-20T05:00:00Z' },
    { day: '2026-03-08', hours: 23, from: '2026-03-08T05:00:00Z' },
    { day: '2026-11-01', hours: 25, from: '2026-11-01T04:00:00Z' },
  ])('$day lasts $hours hours, and ends 1 ms before the next begins', ({ day, hours, from }) => {
    const ends = instants({ from: day, to: day })
    expect(ends).toEqual({ from: at(from), to: at(from) + hours * HOUR_MS - 1 })
  })

  test('a range covers its first day from the start and its last to the end', () => {
    expect(instants({ from: '2026-10-31', to: '2026-11-02' })).toEqual({
      from: at('2026-10-31T04:00:00Z'),
      to: at('2026-11-03T05:00:00Z') - 1,
    })
  })
})

test('the default range is 7 days ago to today', () => {
  expect(defaultRange(at('2026-11-20T17:00:00Z'))).toEqual({ from: '2026-11-13', to: '2026-11-20' })
})

test('the presets, on the first day of a month whose last had 31 days', () => {
  const ranges = presets(at('2026-11-01T17:00:00Z')).map(
    ({ label, range }) => `${label}: ${range.from} ${range.to}`,
  )
  expect(ranges).toEqual([
    'Today: 2026-11-01 2026-11-01',
    'Yesterday: 2026-10-31 2026-10-31',
    'Last 7 days: 2026-10-26 2026-11-01',
    'Last 30 days: 2026-10-03 2026-11-01',
    'This month: 2026-11-01 2026-11-01',
    'Last month: 2026-10-01 2026-10-31',
  ])
})

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['', false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is)
})

test('each hour of a day when clocks change has its own name', () => {
  const names = (day: string) =>
    startsOf({ from: day, to: day }, 'hour').map((hour) => bucketName(hour, 'hour'))
  const [fall, spring] = [names('2026-11-01'), names('2026-03-08')]
  expect([new Set(fall).size, new Set(spring).size]).toEqual([25, 23])
  expect(fall.slice(1, 4)).toEqual([
    'Sun, Nov 01, 01:00 EDT',
    'Sun, Nov 01, 01:00 EST',
    'Sun, Nov 01, 02:00 EST',
  ])
  expect(spring.slice(1, 3)).toEqual(['Sun, Mar 08, 01:00 EST', 'Sun, Mar 08, 03:00 EDT'])
  expect(bucketName(at('2026-11-03T19:00:00Z'), 'hour')).toBe('Tue, Nov 03, 14:00 EST')
})

test('days and times are written as on the screens', () => {
  expect(momentText(at('2026-11-03T19:05:00Z'))).toBe('Nov 03, 2026, 14:05 EST')
  expect(momentText(at('2026-11-03T05:00:00Z'))).toBe('Nov 03, 2026, 00:00 EST')
  expect(momentText(at('2026-07-03T19:05:09Z'), 'seconds')).toBe('Jul 03, 2026, 15:05:09 EDT')
  expect(timeText(at('2026-11-03T19:05:09Z'))).toBe('14:05:09 EST')
  expect(asOfText(at('2026-11-03T19:05:09Z'), at('2026-11-03T20:00:00Z'))).toBe('14:05 EST')
  expect(asOfText(at('2026-11-03T19:05:09Z'), at('2026-11-04T20:00:00Z'))).toBe('Nov 03, 2026, 14:05 EST')
  expect(dayText('2026-11-03')).toBe('03 Nov, 2026')
  expect(rangeText({ from: '2026-11-03', to: '2026-11-03' })).toBe('on 03 Nov, 2026')
  expect(rangeText({ from: '2026-11-03', to: '2026-11-10' })).toBe('between 03 Nov, 2026 and 10 Nov, 2026')
})

describe('the period before', () => {
  test.each([
    ['a day', '2026-11-23', '2026-11-23', '2026-11-16', '2026-11-16'],
    ['a week', '2026-11-14', '2026-11-20', '2026-11-07', '2026-11-13'],
    ['eight days', '2026-11-16', '2026-11-23', '2026-11-02', '2026-11-09'],
    ['a month', '2026-10-01', '2026-10-31', '2026-08-27', '2026-09-26'],
  ])('of %s has the same weekdays, as close before it as possible', (_, from, to, first, last) => {
    expect(periodBefore({ from, to })).toEqual({ from: first, to: last })
  })
})

test('hours on a chart’s axis name their zone, so the repeated hour has two names', () => {
  const hours = startsOf({ from: '2026-11-01', to: '2026-11-01' }, 'hour').map((hour) =>
    bucketText(hour, 'hour'),
  )
  expect(hours.slice(1, 4)).toEqual(['01:00 EDT', '01:00 EST', '02:00 EST'])
  expect(new Set(hours).size).toBe(25)
})

describe('the days of a chart', () => {
  const days = (from: string, to: string) => startsOf({ from, to }, 'day')

  test('are written with their years if there are two', () => {
    expect(needsYears(days('2025-12-30', '2026-01-02'))).toBe(true)
    expect(needsYears(days('2026-11-01', '2026-11-20'))).toBe(false)
    expect(needsYears(days('2026-01-01', '2026-12-01'))).toBe(true)
    expect(needsYears([])).toBe(false)
  })

  test('have their years on the axis and in a sentence', () => {
    const [day] = days('2025-12-30', '2025-12-30')
    expect([bucketText(day!, 'day', true), bucketName(day!, 'day', true)]).toEqual([
      'Dec 30, 2025',
      'Tue, Dec 30, 2025',
    ])
  })
})
