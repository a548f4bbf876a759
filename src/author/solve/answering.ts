import type { ElementOf, InputElement, LeafElement } from '../../../schemas/element.ts'
import type { Flow, Step } from '../../../schemas/flow.ts'
import { EARLIEST_INJURY_YEAR, pad, yearsBefore } from '../../flow/validations/dates.ts'
import { choiceValue, controls, isChoice, meaningOf } from '../../flow/consent/agreement.ts'
import { answer, filledAnswers, leaves, question, showsConsent } from '../../flow/elements.ts'
import { LOCAL } from '../../flow/validations/localChecks.ts'
import { agesOf, inputFields, isRequired } from '../../flow/validations/validations.ts'
import { agesAround, passes, typedValues } from './typed.ts'

/** How an element, or the choices of one field together, may be answered. */
export type Answering =
  | Single
  | {
      kind: 'parts'
      element: Extract<InputElement, { widget: 'vehicle' | 'injury_date' | 'date_of_birth' }>
      required: boolean
      /** In the order in which they are chosen: none is answered without those before it. */
      parts: { field: string; values: string[] }[]
      /** Which values go together, with the day on which the visitor comes; every day when it is not given. */
      together?: (values: readonly (string | undefined)[], today: string) => boolean
    }
  | { kind: 'ticks'; required: boolean; field: string; options: { value: string; saved?: string }[] }

interface Single {
  kind: 'single'
  required: boolean
  field: string
  values: string[]
  /** Whether the server is asked if it is a telephone number that exists. */
  phoneChecked: boolean
  /** Consents are given by the press that leaves the step. */
  isConsent: boolean
  /** A consent that the press does not give: its field has no value from then on. */
  notGiven?: true
  element: LeafElement
}

/** What typed values shall tell apart: what rules compare a field with, and what computations distinguish. */
export interface Distinctions {
  /** The day of the validation, and the latest year that dates are chosen in. */
  today: string
  lastYear: number
  args: (field: string) => readonly (string | number | null)[]
  seeds: (field: string) => readonly string[]
}

/** Everything that a step asks, in the order in which it is answered. */
export function answerings(flow: Flow, step: Step, distinctions: Distinctions): Answering[] {
  const choices = new Map<string, Single>()
  return leaves(step.questions).flatMap((element): Answering[] => {
    if (!('question_key' in element)) return []
    if (element.type === 'input' || element.type === 'select')
      return [input(flow, element, distinctions), ...fills(flow, element, distinctions)]
    const { backend_field_name: field, backend_field_value: value = '' } = answer(
      flow,
      element.question_key,
      element.answer_id,
    )
    const known = choices.get(field)
    if (known && element.widget === 'choice') {
      known.values.push(value)
      return []
    }
    const isConsent = element.widget === 'consent'
    const single: Single = { ...ASKED, field, values: [value], isConsent, element }
    if (!isConsent) choices.set(field, single)
    return [single]
  })
}

/** The ways to leave a step, each as what is then answered of `asks`, all that it asks: one, unless what is pressed decides
 *  whether a consent is given. Those that agree come first. */
export function routesOf(flow: Flow, step: Step, asks: readonly Answering[]): (readonly Answering[])[] {
  const all = controls(step)
  if (
    !showsConsent(step) ||
    all.every((control) => !isChoice(control) && meaningOf(step, control) === 'agrees')
  )
    return [asks]
  return MEANINGS.flatMap((meaning) => {
    const meant = all.filter((control) => meaningOf(step, control) === meaning)
    const chosen = new Map<string, string[]>()
    for (const choice of meant.filter(isChoice)) {
      const { field, value } = choiceValue(flow, choice)
      chosen.set(field, [...(chosen.get(field) ?? []), value])
    }
    const isUnanswered = meant.some(({ agrees }) => agrees === false)
    const route = (values: ReadonlyMap<string, string[]>): Answering[] =>
      asks.flatMap((ask): Answering[] => {
        if (ask.kind !== 'single') return isUnanswered ? [] : [ask]
        if (ask.isConsent) return [meaning === 'agrees' ? ask : { ...ask, notGiven: true }]
        if (ask.element.type !== 'container') return isUnanswered ? [] : [ask]
        const some = values.get(ask.field)
        return some ? [{ ...ask, values: some }] : []
      })
    return [
      ...(chosen.size > 0 ? [route(chosen)] : []),
      ...(meant.some((control) => !isChoice(control)) ? [route(new Map())] : []),
    ]
  })
}

const MEANINGS = ['agrees', 'refuses', 'unclear'] as const

/** What a check of the element may fill in, or not: whatever rules tell apart. */
function fills(flow: Flow, element: InputElement, { args, seeds }: Distinctions): Single[] {
  const { question_key } = element
  return filledAnswers(element, question(flow, question_key)).map((answer_id) => {
    const { backend_field_name: field } = answer(flow, question_key, answer_id)
    const asked = { type: 'input', widget: 'text', question_key, answer_id } as const
    const free = { ...asked, validations: { local: [] } }
    const values = typedValues({ element: free }, args(field), seeds(field))
    return { ...ASKED, required: false, field, values, element }
  })
}

const ASKED = { kind: 'single', required: true, phoneChecked: false, isConsent: false } as const

function input(flow: Flow, element: InputElement, { args, seeds, lastYear, today }: Distinctions): Answering {
  const required = isRequired(element)
  const fields = inputFields(flow, element)
  if (element.type === 'input') {
    const typed = ({ field }: { field: string }, part?: string) => ({
      field,
      values: typedValues({ element, ...(part !== undefined && { part }) }, args(field), seeds(field)),
    })
    if (element.widget === 'vehicle')
      return { kind: 'parts', element, required, parts: fields.map((part) => typed(part, part.id)) }
    if (element.widget === 'injury_date')
      return {
        kind: 'parts',
        element,
        required,
        parts: fields.map(({ field, id }) => ({
          field,
          values: id === 'year' ? yearsUpTo(lastYear) : MONTHS,
        })),
        together: isPastMonth,
      }
    if (element.widget === 'date_of_birth') return birthday(element, fields[0]!.field, { args, seeds, today })
    const phoneChecked = element.validations.external?.includes('phone') ?? false
    return { ...ASKED, required, element, phoneChecked, ...typed(fields[0]!) }
  }
  const { field } = fields[0]!
  const { options = [] } = answer(flow, element.question_key, element.answer_id)
  if (element.widget === 'multi_select')
    return {
      kind: 'ticks',
      required,
      field,
      options: options.map(({ backend_field_value: value, field: saved, save_to_state }) => ({
        value,
        ...(saved !== undefined && save_to_state && { saved }),
      })),
    }
  const values = options
    .map(({ backend_field_value }) => backend_field_value)
    .filter((value) => element.validations.local.every((check) => passes(check, value)))
  return { ...ASKED, required, element, field, values }
}

/** A date of birth. Where ages are allowed, which dates pass depends on the day, and those at the borders come first. */
function birthday(
  element: ElementOf<'date_of_birth'>,
  field: string,
  { args, seeds, today }: Pick<Distinctions, 'args' | 'seeds' | 'today'>,
): Answering {
  const required = isRequired(element)
  const ages = element.validations.local.filter(({ name }) => name === 'age')
  const borders = agesAround(ages, today)
  const more = [...borders, yearsBefore(today, CHILD_AGE), ...seeds(field)]
  const values = typedValues({ element }, args(field), more)
  if (ages.length === 0) return { ...ASKED, required, element, field, values }
  const others = values.filter((value) => !borders.includes(value))
  return {
    kind: 'parts',
    element,
    required,
    parts: [{ field, values: [...values.filter((value) => borders.includes(value)), ...others] }],
    together: ([value = ''], day) =>
      ages.every((check) => LOCAL.age.passes(value, undefined, agesOf(check, day))),
  }
}

/** Somebody whom nothing that a flow may allow takes for an adult. */
const CHILD_AGE = 10

const MONTHS = Array.from({ length: 12 }, (_, index) => pad(index + 1))

function yearsUpTo(last: number): string[] {
  return Array.from({ length: last - EARLIEST_INJURY_YEAR + 1 }, (_, index) => String(last - index))
}

/** What the injury date's selectors offer on a day: no month to come, and of the earliest year only the first month. */
function isPastMonth([year = '', month]: readonly (string | undefined)[], today: string): boolean {
  if (year === String(EARLIEST_INJURY_YEAR)) return month === '01'
  return (
    year < today.slice(0, 4) ||
    (year === today.slice(0, 4) && (month === undefined || month <= today.slice(5, 7)))
  )
}
