import type { Opening } from '../../../schemas/buyer/limits.ts'
import { clockText, DAYS, spansOf, type Weekday } from '../../time/localTime.ts'

/** A buyer's hours as a week that operators see and change. Times are minutes since midnight. */

interface Span {
  from: number
  to: number
}
/** Open times of each day from Monday to Sunday, in order, without overlaps. */
export type Week = readonly (readonly Span[])[]

const DAY_MINUTES = 1440

export const WEEKDAYS_9_TO_5: Opening[] = [
  { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' },
]

export function weekOf(hours: readonly Opening[]): Week {
  const spans = spansOf(hours)
  return DAYS.map((_, index) => joined(spans.filter(({ day }) => day === index)))
}

/** Hours that say the same as a week: those after midnight belong to the evening before, and days with equal hours are together. */
export function hoursOf(week: Week): Opening[] {
  const spans = week.flatMap((day, index) =>
    day.flatMap(({ from, to }): { day: number; from: number; to: number }[] => {
      const next = week[(index + 1) % DAYS.length]![0]
      const before = week[(index + DAYS.length - 1) % DAYS.length]!.at(-1)
      if (from === 0 && isNight(before, { from, to })) return []
      const last = to === DAY_MINUTES && next?.from === 0 && isNight({ from, to }, next) ? next.to : to
      return [{ day: index, from, to: last }]
    }),
  )
  const groups = Map.groupBy(spans, ({ from, to }) => `${from} ${to}`)
  return [...groups.values()].map((group) => ({
    days: group.map(({ day }) => DAYS[day]!),
    from: clockOf(group[0]!.from),
    to: clockOf(group[0]!.to),
  }))
}

/** True if the end of one day and the start of the next are one night, and not two days that are open around the clock. */
function isNight(evening: Span | undefined, morning: Span): boolean {
  return evening !== undefined && evening.to === DAY_MINUTES && evening.from > 0 && morning.to < evening.from
}

/** The week after one day is opened or closed between two times. */
export function painted(
  week: Week,
  days: readonly number[],
  { from, to, open }: Span & { open: boolean },
): Week {
  return week.map((spans, index) => {
    if (!days.includes(index)) return spans
    const others = spans.flatMap((span) =>
      [
        { from: span.from, to: Math.min(span.to, from) },
        { from: Math.max(span.from, to), to: span.to },
      ].filter((part) => part.from < part.to),
    )
    return joined(open ? [...others, { from, to }] : others)
  })
}

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** Hours in a sentence: "Mon–Fri 9 AM–5 PM and Fri 8 PM–2 AM". */
export function hoursText(hours: readonly Opening[]): string {
  const all = hours.map(({ days, from, to }) => `${daysText(days)} ${clockText(from)}–${clockText(to)}`)
  return new Intl.ListFormat('en-US').format(all)
}

/** Open times of one day of a week: "9 AM–5 PM, 8 PM–12 AM". */
export function dayText(spans: readonly Span[], closed: string): string {
  if (spans.length === 0) return closed
  return spans.map(({ from, to }) => `${clockText(clockOf(from))}–${clockText(clockOf(to))}`).join(', ')
}

function daysText(days: readonly Weekday[]): string {
  const indexes = DAYS.flatMap((day, index) => (days.includes(day) ? index : []))
  if (indexes.length === DAYS.length) return 'every day'
  const runs: number[][] = []
  for (const index of indexes) {
    const run = runs.at(-1)
    if (run && run.at(-1) === index - 1) run.push(index)
    else runs.push([index])
  }
  const name = (index: number | undefined) => DAY_NAMES[index ?? 0]!.slice(0, 3)
  return runs
    .map((run) =>
      run.length > 2 ? `${name(run[0])}–${name(run.at(-1))}` : run.map((index) => name(index)).join(', '),
    )
    .join(', ')
}

export const DAY_NAMES = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export function clockOf(minutes: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** "Chicago" for America/Chicago. */
export function cityOf(zone: string): string {
  return zone.split('/').at(-1)!.replaceAll('_', ' ')
}

/** An hour of the day as "8 AM". */
export function hourText(hour: number): string {
  return clockText(`${String(hour).padStart(2, '0')}:00`)
}
