import type { Members } from './address.ts'
import {
  dayText,
  defaultRange,
  FIRST_DAY,
  isDay,
  today,
  type AskedRange,
  type Range,
} from '../../operator/days/days.ts'
import { DAYS } from '../../operator/days/dayWords.ts'

/** Chooses the range to show: the one in the address, else the stored one, else the default. Never before the first day that can be
 *  requested. A range that cannot be shown gives an alert instead. Source: spec, sections 5 and 8 "Dashboard". */
export function chooseRange(
  asked: AskedRange,
  stored: Range | null,
  now: number,
): { range: Range } | { alert: string } {
  const { from, to, unknown } = asked
  if (unknown !== null) return { alert: DAYS.noDay(unknown) }
  if (from === null && to === null) return { range: stored ?? defaultRange(now) }
  if (from === null) return { alert: DAYS.toAlone }
  const lastDay = today(now)
  for (const [end, day] of [
    ['From', from],
    ['To', to],
  ] as const)
    if (day !== null && day > lastDay) return { alert: DAYS.future(end, dayText(day), dayText(lastDay)) }
  const last = to ?? lastDay
  if (from > last) return { alert: DAYS.order }
  return { range: { from: later(from, FIRST_DAY), to: later(last, FIRST_DAY) } }
}

export function askedRange(address: URLSearchParams, now: number): AskedRange {
  const named = (member: string) => address.get(member) || null
  const from = named('from') === DEFAULT_FROM ? defaultRange(now).from : named('from')
  const to = named('to')
  const day = (text: string | null) => (text !== null && isDay(text) ? text : null)
  return { from: day(from), to: day(to), unknown: [from, to].find((end) => end !== day(end)) ?? null }
}

/** `range` as members of the address: its days if they were chosen. The default moves with the days and has a name instead. */
export function rangeMembers(address: URLSearchParams, range: Range, now: number): Members {
  const { from, to } = defaultRange(now)
  const chosen = isDay(address.get('from') ?? '') || range.from !== from || range.to !== to
  return chosen ? { ...range } : { from: DEFAULT_FROM, to: null }
}

const DEFAULT_FROM = '7-days-ago'

/** ISO days compare as text. */
function later(one: string, other: string): string {
  return one > other ? one : other
}
