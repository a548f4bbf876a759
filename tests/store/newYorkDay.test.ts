import { expect, test } from 'vitest'
import { cutAtDays, newYorkDate, newYorkDay, nextNewYorkDay } from '../../src/time/newYorkDay.ts'

const HOUR_MS = 3_600_000

test.each([
  { date: '2026-03-08', start: '2026-03-08T00:00:00-05:00', hours: 23 },
  { date: '2026-11-01', start: '2026-11-01T00:00:00-04:00', hours: 25 },
  { date: '2026-11-20', start: '2026-11-20T00:00:00-05:00', hours: 24 },
])('$date has $hours distinct hours in New York', ({ date, start, hours }) => {
  const begin = Date.parse(start)
  const end = begin + hours * HOUR_MS

  for (let at = begin; at < end; at += HOUR_MS / 2) {
    expect(newYorkDay(at)).toBe(begin)
    expect(newYorkDate(at)).toBe(date)
  }
  expect(newYorkDay(begin - 1)).toBeLessThan(begin)
  expect(newYorkDay(end)).toBe(end)
  expect(nextNewYorkDay(begin)).toBe(end)
  expect(nextNewYorkDay(end - 1)).toBe(end)
})

test('a range is split into its whole days and the parts before and after', () => {
  const [friday, saturday, sunday] = ['20', '21', '22'].map((day) =>
    Date.parse(`2026-11-${day}T00:00:00-05:00`),
  )

  expect(cutAtDays({ from: friday!, to: sunday! - 1 })).toEqual({
    from: friday,
    firstDay: friday,
    endDay: sunday,
    end: sunday,
  })
  expect(cutAtDays({ from: friday! + 1, to: sunday! + 5 })).toEqual({
    from: friday! + 1,
    firstDay: saturday,
    endDay: sunday,
    end: sunday! + 6,
  })
})

test('a range without a whole day is read from raw rows', () => {
  const noon = Date.parse('2026-11-20T12:00:00-05:00')
  const { from, firstDay, endDay, end } = cutAtDays({ from: noon, to: noon + 16 * HOUR_MS })

  expect(from).toBe(noon)
  expect([firstDay, endDay]).toEqual([end, end])
})
