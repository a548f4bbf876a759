import { EVERYTHING, NOTHING, type Node } from './diagram.ts'
import type { Answering } from '../elements/authoring.ts'
import { CHECKED, PHONE_CHECKED, UNCHECKED, type Field, type Space } from './space.ts'
import { fieldsOf } from './stops.ts'
import { firstRow, tabulate } from './table.ts'

/** One way to answer an element, as its effect on the state. */
export interface AnswerWay {
  /** Variables that get a new value. */
  writes: ReadonlySet<number>
  /** Values that they can get, which may depend on the day. */
  to: Node
}

/** Ways to answer an element that later rules can tell apart. `phones` lists fields with a phone number that some element asks for and
 *  has checked. */
export function waysOf(
  ask: Answering,
  { space, phones, moment }: { space: Space; phones: ReadonlySet<string>; moment: number },
): AnswerWay[] {
  const live = (name: string): Field | undefined => {
    const field = space.fields.get(name)
    return field && field.last >= moment ? field : undefined
  }
  if (fieldsOf(ask).every((field) => !live(field)) && !live(PHONE_CHECKED)) return [UNTOUCHED]
  if (ask.kind === 'ticks') return ticking(ask, space, live)
  if (ask.kind === 'parts') return inParts(ask, space, live)
  const { diagram } = space
  if (ask.notGiven) return [noValue(space, live(ask.field))]
  const written = [textOf(space, live(ask.field), ask.values)]
  if (ask.phoneChecked || phones.has(ask.field))
    written.push(textOf(space, live(PHONE_CHECKED), [ask.phoneChecked ? CHECKED : UNCHECKED]))
  const way = {
    writes: new Set(written.flatMap(({ writes }) => [...writes])),
    to: diagram.and(...written.map(({ to }) => to)),
  }
  if (ask.required) return [way]
  // An unchecked box revokes an earlier consent.
  return [ask.isConsent ? noValue(space, live(ask.field)) : UNTOUCHED, way]
}

const UNTOUCHED: AnswerWay = { writes: new Set(), to: EVERYTHING }

/** Sets a field to one of these texts and clears its list. */
function textOf({ diagram }: Space, field: Field | undefined, values: readonly string[]): AnswerWay {
  if (!field) return UNTOUCHED
  return {
    writes: new Set(levelsOf(field)),
    to: diagram.and(
      diagram.among(field.text, cellsWith(field, values)),
      ...field.ticks.map(({ level }) => diagram.among(level, [0])),
    ),
  }
}

/** Clears a field. */
function noValue({ diagram }: Space, field: Field | undefined): AnswerWay {
  if (!field) return UNTOUCHED
  const levels = levelsOf(field)
  return {
    writes: new Set(levels),
    to: diagram.and(...levels.map((level) => diagram.among(level, [0]))),
  }
}

export function levelsOf({ text, ticks }: Field): number[] {
  return [text, ...ticks.map(({ level }) => level)]
}

/** Numbers of the cells with one of these values. */
function cellsWith({ cells }: Field, values: readonly string[]): number[] {
  const wanted = new Set(values)
  return cells.flatMap((cell, index) => (cell.some((value) => wanted.has(value)) ? index + 1 : []))
}

/** Any set of options; each option's own field records if it was selected. Selecting nothing leaves the list unchanged. */
function ticking(
  ask: Extract<Answering, { kind: 'ticks' }>,
  space: Space,
  live: (name: string) => Field | undefined,
): AnswerWay[] {
  const { diagram } = space
  const list = live(ask.field)
  const offered = new Set(ask.options.map(({ value }) => value))
  const ticks = (list?.ticks ?? []).map(({ level, options }) => ({
    level,
    isOffered: options.some((option) => offered.has(option)),
  }))
  const saved = ask.options.flatMap(({ value, saved: name }) => {
    const field = name === undefined ? undefined : live(name)
    return field ? [{ value, field }] : []
  })
  const kept = saved.map(({ value, field }) => {
    const tick = list?.ticks.find(({ options }) => options.includes(value))
    const [yes, no] = ['yes', 'no'].map((word) => textOf(space, field, [word]).to) as [Node, Node]
    if (!tick) return diagram.or(yes, no)
    const isTicked = diagram.among(tick.level, [1])
    return diagram.or(diagram.and(isTicked, yes), diagram.and(diagram.not(isTicked), no))
  })
  const alone = ask.options.flatMap(({ value, isAlone }) => {
    const own = isAlone && list?.ticks.find(({ options }) => options.includes(value))
    return own ? [own.level] : []
  })
  const apart = alone.map((level) =>
    diagram.or(
      diagram.among(level, [0]),
      diagram.and(...ticks.flatMap((tick) => (tick.level === level ? [] : diagram.among(tick.level, [0])))),
    ),
  )
  const savedLevels = saved.flatMap(({ field }) => levelsOf(field))
  const some = diagram.or(
    ...ticks.flatMap(({ level, isOffered }) => (isOffered ? diagram.among(level, [1]) : [])),
  )
  const ticked: AnswerWay = {
    writes: new Set([...(list ? levelsOf(list) : []), ...savedLevels]),
    to: diagram.and(
      ...(list ? [diagram.among(list.text, [0]), some] : []),
      ...ticks.flatMap(({ level, isOffered }) => (isOffered ? [] : diagram.among(level, [0]))),
      ...kept,
      ...apart,
    ),
  }
  const nothing: AnswerWay = {
    writes: new Set(savedLevels),
    to: diagram.and(...saved.map(({ field }) => textOf(space, field, ['no']).to)),
  }
  return ask.required ? [ticked] : [nothing, ticked]
}

/** All parts, or none; if they are optional, also the first few. */
function inParts(
  ask: Extract<Answering, { kind: 'parts' }>,
  space: Space,
  live: (name: string) => Field | undefined,
): AnswerWay[] {
  const { diagram } = space
  const counts = ask.required ? [ask.parts.length] : [0, ...ask.parts.map((_, index) => index + 1)]
  return counts.map((count) => {
    const given = ask.parts.slice(0, count)
    const written = given.map(({ field, values }) => textOf(space, live(field), values))
    return {
      writes: new Set(written.flatMap(({ writes }) => [...writes])),
      to: diagram.and(
        ...written.map(({ to }) => to),
        ask.together && count > 0 ? together(ask, given, space, live) : EVERYTHING,
      ),
    }
  })
}

/** Values that go together, on each day. A part that is no longer needed takes whatever fits. */
function together(
  { together: isTogether, parts }: Extract<Answering, { kind: 'parts' }>,
  given: readonly { field: string; values: string[] }[],
  { diagram, today }: Space,
  live: (name: string) => Field | undefined,
): Node {
  const seen = given.map(({ field }) => live(field))
  if (!today || !isTogether || seen.every((field) => !field)) return EVERYTHING
  const columns = [
    { level: today.level, size: today.days.length },
    ...seen.flatMap((field) => (field ? { level: field.text, size: field.cells.length + 1 } : [])),
  ]
  const possible = tabulate(diagram, columns, ([day = 0, ...cells]) => {
    let column = 0
    const values = seen.map((field, index) =>
      field ? (field.cells[cells[column++]! - 1] ?? []) : given[index]!.values,
    )
    const rest = parts.slice(given.length).map(() => undefined)
    return firstRow(values, (row) => isTogether([...row, ...rest], today.days[day]!)) !== null
  })
  return possible.get(true) ?? NOTHING
}
