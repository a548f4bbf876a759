import { IMPORT_NOTES } from './importNotes.ts'
import type { ForeignEnd, ForeignForm, ForeignStep } from './foreignForm.ts'
import { shownWhen, type Stop } from './jumps.ts'
import type { Reading } from './reading.ts'
import { asRules, unsaidIn, withUnsaid } from './when.ts'

/** One thing that a form with jumps shows. */
export interface OrderedStop extends Pick<Stop, 'fields' | 'seen'> {
  at: string
  title: string
  /** Null if it cannot be asked here. */
  step: ForeignStep | null
}

export interface OrderedEnd extends Omit<ForeignEnd, 'when'> {
  at: string
}

interface Ordered {
  stops: readonly OrderedStop[]
  ends: readonly OrderedEnd[]
  /** Jumps of each stop. An index above the stops is that of an end; an index above these shows none of them. */
  jumps: readonly Stop['jumps'][]
  reading: Reading
}

/** Steps and ends of a form with jumps, each with the condition for showing it. Where part of a condition cannot be expressed, a step or
 *  an end is shown whenever it may be: asking too often does less harm than never asking. */
export function inOrder({ stops, ends, jumps, reading }: Ordered): Pick<ForeignForm, 'steps' | 'ends'> {
  const shown = shownWhen([
    ...stops.map(({ fields, seen }, index) => ({ jumps: jumps[index]!, fields, seen })),
    ...ends.map(() => ({ jumps: [], fields: [], seen: null })),
  ])
  const steps = stops.flatMap(({ at, title, step }, index): ForeignStep[] => {
    const exact = shown[index]!
    if (!step) return []
    if (exact === false) {
      reading.note(at, IMPORT_NOTES.neverAsked(title))
      return []
    }
    const when = exact === null ? null : withUnsaid(exact, true)
    if (exact === null || when === null || asRules(when) === null) {
      reading.note(at, IMPORT_NOTES.tooLong(title))
      return [{ ...step, when: true }]
    }
    const lost = unsaidIn(exact)
    if (lost.length > 0) reading.note(at, IMPORT_NOTES.shownMore(title, lost))
    return [{ ...step, when }]
  })
  const endings: ForeignEnd[] = []
  let opened: string[] = []
  ends.forEach(({ at, ...end }, index) => {
    const exact = shown[stops.length + index]!
    const when = exact === null ? null : withUnsaid(exact, true)
    const lost = exact === null ? [] : unsaidIn(exact)
    const isLed = when !== null && when !== false && asRules(when) !== null
    const by = lost.length > 0 ? lost : opened
    if (!isLed || endings.at(-1)?.when === true)
      return reading.note(
        at,
        by.length > 0 ? IMPORT_NOTES.endUnsure(end.title, by) : IMPORT_NOTES.otherEnd(end.title),
      )
    opened = by
    if (lost.length > 0) reading.note(at, IMPORT_NOTES.shownMore(end.title, lost))
    endings.push({ ...end, when })
  })
  return { steps, ends: endings }
}
