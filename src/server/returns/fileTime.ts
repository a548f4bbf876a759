import { DateTime } from 'luxon'
import { DAY_MS } from '../../time/durations.ts'
import type { Cell } from './statementRow.ts'

/** Instant of a cell: New York time unless it names a zone, noon of a day without a time. Null for an empty cell, undefined if it isn't a
 *  time. `epochDays`: January 1, 1970 in the file's count of days. */
export function fileTime(cell: Cell, epochDays = EPOCH_DAYS): number | null | undefined {
  if (typeof cell === 'boolean') return undefined
  if (cell instanceof Date) return instantOf(DateTime.fromJSDate(cell, { zone: 'utc' }))
  const text = String(cell ?? '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
  if (text === '') return null
  return numberedTime(text, epochDays) ?? writtenTime(text)
}

/** Source: Microsoft, "Date systems in Excel". */
const EPOCH_DAYS = 25_569
const ZONE = 'America/New_York'

/** Clock time as an instant in New York; noon if it is midnight, as cells of days are. */
function instantOf(wall: DateTime): number | undefined {
  const time = wall.setZone(ZONE, { keepLocalTime: true })
  return time.isValid
    ? (+wall === +wall.startOf('day') ? time.set({ hour: 12 }) : time).toMillis()
    : undefined
}

/** Times that are numbers: seconds or milliseconds since 1970, or a spreadsheet's days. All of the years 2000 to 2099, so that none of
 *  the three can be taken for another. */
function numberedTime(text: string, epochDays: number): number | undefined {
  if (!/^\d{1,13}(\.\d+)?$/.test(text)) return undefined
  const number = Number(text)
  if (isThisCentury(number * 1000)) return number * 1000
  if (isThisCentury(number)) return number
  const days = Math.round((number - epochDays) * DAY_MS)
  return isThisCentury(days) ? instantOf(DateTime.fromMillis(days, { zone: 'utc' })) : undefined
}

function isThisCentury(ms: number): boolean {
  return ms >= Date.UTC(2000, 0) && ms < Date.UTC(2100, 0)
}

function writtenTime(text: string): number | undefined {
  const { rest, zone } = zoneIn(text)
  const parts = PATTERNS.map((pattern) => pattern.exec(rest)?.groups).find((groups) => groups !== undefined)
  if (!parts) return undefined
  const { year = '', month = '', name = '', day = '', hour, minute, second = '0', half } = parts
  if (zone !== null && hour === undefined) return undefined
  const isHalf = half !== undefined
  const clock = hour === undefined ? 12 : hourOf(Number(hour), half?.toLowerCase())
  if (isHalf && (Number(hour) < 1 || Number(hour) > 12)) return undefined
  const time = DateTime.fromObject(
    {
      year: year.length === 2 ? 2000 + Number(year) : Number(year),
      month: month === '' ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1 : Number(month),
      day: Number(day),
      hour: clock,
      minute: Number(minute ?? 0),
      second: Math.floor(Number(second)),
    },
    { zone: zone ?? ZONE },
  )
  return time.isValid ? time.toMillis() : undefined
}

function hourOf(hour: number, half: string | undefined): number {
  return half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
}

/** The zone at the end of a time: a name that Americans use, or an offset. EST and EDT are offsets of their own, so that both hours of
 *  the night when clocks go back can be distinguished. */
function zoneIn(text: string): { rest: string; zone: string | null } {
  const [, named, word] = /^(.*\d.*?)[ ]?\(?(?<![a-z])(UTC|GMT|Z|[ECMP][SD]?T)\)?$/i.exec(text) ?? []
  if (named !== undefined && word !== undefined)
    return { rest: named, zone: ZONES[word.toUpperCase()] ?? null }
  const [, before, hours, minutes = '00'] =
    /^(.*\d:\d{2}.*?)[ ]?(?:UTC|GMT)?([+-]\d{1,2}):?(\d{2})?$/i.exec(text) ?? []
  return before === undefined ? { rest: text, zone: null } : { rest: before, zone: `UTC${hours}:${minutes}` }
}

const ZONES: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'UTC',
  Z: 'UTC',
  EST: 'UTC-5',
  EDT: 'UTC-4',
  ET: 'America/New_York',
  CST: 'UTC-6',
  CDT: 'UTC-5',
  CT: 'America/Chicago',
  MST: 'UTC-7',
  MDT: 'UTC-6',
  MT: 'America/Denver',
  PST: 'UTC-8',
  PDT: 'UTC-7',
  PT: 'America/Los_Angeles',
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const CLOCK =
  '(?:(?:T|,? )(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2}(?:\\.\\d+)?))?(?: ?(?<half>[ap])\\.?m\\.?)?)?$'
const NAME =
  '(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const WEEKDAY = '^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,? )?'
const PATTERNS = [
  '^(?<year>\\d{4})-(?<month>\\d{1,2})-(?<day>\\d{1,2})',
  '^(?<month>\\d{1,2})([/-])(?<day>\\d{1,2})\\2(?<year>\\d{4}|\\d{2})',
  `${WEEKDAY}${NAME} (?<day>\\d{1,2}),? (?<year>\\d{4})`,
  `${WEEKDAY}(?<day>\\d{1,2})[ -]${NAME}[ -](?<year>\\d{4}|\\d{2})`,
].map((pattern) => new RegExp(pattern + CLOCK, 'i'))
