import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Comparison, Condition } from '../../../schemas/kernel/rule.ts'
import { isAnswered } from '../../flow/answers/fields.ts'
import { holds } from '../../flow/rules.ts'
import { createDiagram, type Diagram } from './diagram.ts'
import { daysToCome, SOURCES } from './sources.ts'
import { basesOf, fieldsOf, rulesOfStep, type Stop } from './stops.ts'
import { computedField, parameterOf } from '../../flow/answers/computations.ts'
import { isAnything, typedValues } from '../elements/typed.ts'
import { conditionsOf } from '../../flow/rules.ts'

/** One field as far as rules can tell its values apart. */
export interface Field {
  name: string
  /** Its text: 0 for none, then one number for each cell. */
  text: number
  /** Values of each cell, the most natural first. No rule tells the values of one cell apart. */
  cells: string[][]
  /** Groups of a list's options that no rule tells apart, each with the variable that says if one of them is selected. */
  ticks: { level: number; options: string[] }[]
  /** Moments of its first read or answer, and of its last read; see `moments`. */
  first: number
  last: number
}

/** Variables of a state: everything that later rules can see of a visitor. */
export interface Space {
  diagram: Diagram
  fields: ReadonlyMap<string, Field>
  /** Day of the visit, when it matters: its variable, the days by value, and the moment of the last read. */
  today: { level: number; days: string[]; last: number } | null
  /** Parameters of the address, as far as they matter: texts that rules tell apart, first '' for none. */
  parameters: ReadonlyMap<string, { level: number; values: string[]; last: number }>
}

/** Moments: 2n when the rules of the nth step are evaluated, 2n + 1 once it is answered. */
export const asked = (index: number) => 2 * index
export const answered = (index: number) => 2 * index + 1

/** A read of a field, such as those before a lead is made. */
export interface FieldRead {
  moment: number
  field: string
  /** True if each of its values must be kept apart. */
  apart?: true
}

/** Pseudo field that is read like a backend field: whether the phone number was checked. Real names have no space. */
export const PHONE_CHECKED = 'phone checked'
export const [CHECKED, UNCHECKED] = ['yes', 'no'] as const

/** Creates the variables, with those that matter last on top. The next answer then changes only the top of the diagrams, which for the
 *  demo sites makes them a tenth as large as in the opposite order. */
export function createSpace(
  flow: Flow,
  stops: readonly Stop[],
  { today, looks, budget }: { today: string; looks: readonly FieldRead[]; budget: number },
): Space {
  const diagram = createDiagram(budget)
  const seen = looksOf(flow, stops, looks)
  const span = new Map<string, { first: number; last: number }>()
  for (const { field, moment } of seen)
    for (const base of basesOf(flow, field)) {
      const known = span.get(base)
      span.set(base, {
        first: Math.min(known?.first ?? moment, moment),
        last: Math.max(known?.last ?? moment, moment),
      })
    }
  keepLists(stops, span)
  const answers = answersByField(stops, span)
  for (const [name, { firstAsked }] of answers) {
    const known = span.get(name)
    if (known) known.first = Math.min(known.first, answered(firstAsked))
  }

  const conditions = conditionsByField(stops)
  const fixed = fieldsToldApart(flow, stops, seen)
  const related = dateFields(flow, stops, seen)
  const dated = [...related].flatMap((name) => span.get(name) ?? [])
  let day: Space['today'] = null
  const fields = new Map<string, Field>()
  const order = [...span].sort(([, a], [, b]) => b.first - a.first)
  for (const [name, { first, last }] of order) {
    if (!day && related.has(name)) {
      const days = daysToCome(today)
      day = { level: diagram.variable(days.length), days, last: Math.max(...dated.map(({ last }) => last)) }
    }
    const tests = conditions.get(name) ?? []
    const values = answers.get(name)?.values ?? new Set<string>()
    const cells = fixed.has(name) ? [...values].map((value) => [value]) : cellsOf(name, values, tests)
    const ticks = groupsOf(name, answers.get(name) ?? NO_ANSWERS, { tests, span })
    fields.set(name, {
      name,
      cells,
      text: diagram.variable(cells.length + 1),
      ticks: ticks.map((options) => ({ options, level: diagram.variable(2) })),
      first,
      last,
    })
  }
  const parameters = new Map(
    [...Map.groupBy(seen, ({ field }) => parameterRead(flow, field))].flatMap(([parameter, reads]) => {
      if (parameter === undefined) return []
      const names = [...new Set(reads.map(({ field }) => field))]
      const values = ['', ...parameterValues(flow, stops, names)]
      const level = diagram.variable(values.length)
      return [[parameter, { level, values, last: Math.max(...reads.map(({ moment }) => moment)) }] as const]
    }),
  )
  return { diagram, fields, today: day, parameters }
}

function parameterRead(flow: Flow, field: string): string | undefined {
  const computed = computedField(flow, field)
  return computed && parameterOf(computed)
}

/** One text of an address parameter for each group that the rules on these fields tell apart. */
function parameterValues(flow: Flow, stops: readonly Stop[], names: readonly string[]): string[] {
  const tests = stops
    .flatMap(({ step }) => Object.values(rulesOfStep(step)).flat())
    .flatMap(conditionsOf)
    .filter(({ field }) => names.includes(field))
    .flatMap((condition) => [condition, ...besideOf(condition)])
  const args = tests.map(({ arg }) => arg)
  const texts = typedValues({ natural: ['1'], fits: isAnything, local: [] }, args, [])
  const groups = grouped(texts, (value) =>
    names
      .map((name) =>
        outcomes(
          name,
          value,
          tests.filter(({ field }) => field === name),
        ),
      )
      .join(' '),
  )
  return groups.map(([first]) => first!)
}

function looksOf(flow: Flow, stops: readonly Stop[], more: readonly FieldRead[]): FieldRead[] {
  const byRules = stops.flatMap(({ step }, index) => {
    const { display, actions } = rulesOfStep(step)
    const look =
      (moment: number) =>
      ({ field }: Condition) => ({ field, moment })
    return [
      ...display.flatMap(conditionsOf).map(look(asked(index))),
      ...actions.flatMap(conditionsOf).map(look(answered(index))),
    ]
  })
  return [...byRules, ...more]
}

/** Extends the reads of lists: an option is known by its list, so a read of one is a read of the other. */
function keepLists(stops: readonly Stop[], span: Map<string, { first: number; last: number }>): void {
  for (const ask of stops.flatMap(({ asks }) => asks))
    if (ask.kind === 'ticks')
      for (const saved of ask.options.flatMap(({ saved }) =>
        saved === undefined ? [] : (span.get(saved) ?? []),
      )) {
        const { first, last } = span.get(ask.field) ?? saved
        span.set(ask.field, { first: Math.min(first, saved.first), last: Math.max(last, saved.last) })
      }
}

interface Answers {
  firstAsked: number
  values: Set<string>
  /** Options of a list, each with its own fields. */
  options: Map<string, Set<string>>
  /** Options that exclude the others. */
  alone: Set<string>
}

/** Possible values of each field in use, from the steps. */
function answersByField(stops: readonly Stop[], span: ReadonlyMap<string, unknown>): Map<string, Answers> {
  const answers = new Map<string, Answers>()
  const of = (field: string, index: number): Answers => {
    const found = answers.get(field) ?? {
      firstAsked: index,
      values: new Set(),
      options: new Map(),
      alone: new Set(),
    }
    answers.set(field, found)
    return found
  }
  stops.forEach(({ asks }, index) => {
    for (const ask of asks) {
      for (const field of fieldsOf(ask)) if (span.has(field)) of(field, index)
      if (ask.kind === 'single') {
        for (const value of ask.values) of(ask.field, index).values.add(value)
        if (ask.phoneChecked)
          for (const value of [CHECKED, UNCHECKED]) of(PHONE_CHECKED, index).values.add(value)
      } else if (ask.kind === 'parts')
        for (const { field, values } of ask.parts)
          for (const value of values) of(field, index).values.add(value)
      else
        for (const { value, saved, isAlone } of ask.options) {
          const { options, alone } = of(ask.field, index)
          if (isAlone) alone.add(value)
          const kept = options.get(value) ?? new Set<string>()
          options.set(value, saved === undefined ? kept : kept.add(saved))
          if (saved !== undefined) for (const word of ['yes', 'no']) of(saved, index).values.add(word)
        }
    }
  })
  return answers
}

function conditionsByField(stops: readonly Stop[]): Map<string, Condition[]> {
  const conditions = new Map<string, Condition[]>()
  for (const { step } of stops) {
    const { display, actions } = rulesOfStep(step)
    for (const condition of [...display, ...actions].flatMap(conditionsOf))
      conditions.set(condition.field, [
        ...(conditions.get(condition.field) ?? []),
        condition,
        // Also tells apart the values that a replaced rule would.
        ...besideOf(condition),
      ])
  }
  return conditions
}

/** The comparison that differs only in including its limit; none for one without a limit. */
export function besideOf(condition: Condition): Condition[] {
  const other = BESIDE[condition.condition]
  return other ? [{ ...condition, condition: other }] : []
}

const BESIDE: Partial<Record<Comparison, Comparison>> = { lt: 'lte', lte: 'lt', gt: 'gte', gte: 'gt' }

/** Fields with values that must all be kept apart: something is computed from them, a consent is recorded, or the choices depend on the
 *  day. */
function fieldsToldApart(flow: Flow, stops: readonly Stop[], seen: readonly FieldRead[]): Set<string> {
  return new Set([
    PHONE_CHECKED,
    ...stops.flatMap(({ asks }) =>
      asks.flatMap((ask) =>
        ask.kind === 'single'
          ? ask.isConsent
            ? ask.field
            : []
          : ask.kind === 'parts' && ask.together
            ? fieldsOf(ask)
            : [],
      ),
    ),
    ...seen.flatMap(({ field, apart }) => (apart || computedField(flow, field) ? basesOf(flow, field) : [])),
  ])
}

/** Fields with a meaning, or with choices, that depend on the day. */
function dateFields(flow: Flow, stops: readonly Stop[], seen: readonly FieldRead[]): Set<string> {
  const computed = seen.flatMap(({ field }) => {
    const { compute, from = [] } = computedField(flow, field) ?? {}
    return compute && SOURCES[compute].today ? from : []
  })
  const chosen = stops.flatMap(({ asks }) =>
    asks.flatMap((ask) => (ask.kind === 'parts' && ask.together ? fieldsOf(ask) : [])),
  )
  return new Set([...computed, ...chosen])
}

/** Groups values with equal results in every comparison into cells. */
function cellsOf(field: string, values: Iterable<string>, conditions: readonly Condition[]): string[][] {
  return grouped(values, (value) => outcomes(field, value, conditions))
}

/** Groups options with equal results in every comparison and no own field in use; an exclusive option is a separate group. */
function groupsOf(
  field: string,
  { options, alone }: Pick<Answers, 'options' | 'alone'>,
  { tests, span }: { tests: readonly Condition[]; span: ReadonlyMap<string, unknown> },
): string[][] {
  return grouped(options.keys(), (value) => {
    const saved = [...(options.get(value) ?? [])].filter((name) => span.has(name))
    return [outcomes(field, [value], tests), alone.has(value) ? value : '', ...saved].join(' ')
  })
}

const NO_ANSWERS = { options: new Map<string, Set<string>>(), alone: new Set<string>() }

function outcomes(field: string, value: string | string[], conditions: readonly Condition[]): string {
  return conditions
    .map((condition) => (holds({ operator: null, conditions: [condition] }, { [field]: value }) ? '1' : '0'))
    .join('')
}

function grouped(values: Iterable<string>, keyOf: (value: string) => string): string[][] {
  const groups = new Map<string, string[]>()
  for (const value of values) {
    if (!isAnswered(value)) continue
    const key = keyOf(value)
    groups.set(key, [...(groups.get(key) ?? []), value])
  }
  return [...groups.values()]
}
