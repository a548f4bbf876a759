import type { ElementOf, InputElement, LeafElement } from '../../../schemas/elements/element.ts'
import { blockName, isInput, type BlockName } from '../../flow/elements/kinds.ts'
import { ONE_VALUE, type Authoring } from './authoring.ts'
import { birthdayAuthoring } from './birthdayAuthoring.ts'
import { sliderAuthoring } from './sliderAuthoring.ts'
import { textAuthoring } from './textAuthoring.ts'
import { EARLIEST_INJURY_YEAR, pad } from '../../flow/kernel/dates.ts'
import { passes, isAnything, typedValues } from './typed.ts'
import { VALIDATION_AUTHORING } from './validationAuthoring.ts'

const injuryDateAuthoring: Authoring<ElementOf<'injury_date'>> = {
  fitting: ['required', 'not_before', 'not_after'],
  isTyped: false,
  answering: ({ element, required, fields }, { lastYear }) => ({
    kind: 'parts',
    element,
    required,
    parts: fields.map(({ field, id }) => ({ field, values: id === 'year' ? yearsUpTo(lastYear) : MONTHS })),
    together: isPastMonth,
  }),
  invent: ({ between }) => ({ year: String(between(2020, 2025)), month: pad(between(1, 12)) }),
}

const MONTHS = Array.from({ length: 12 }, (_, index) => pad(index + 1))

function yearsUpTo(last: number): string[] {
  return Array.from({ length: last - EARLIEST_INJURY_YEAR + 1 }, (_, index) => String(last - index))
}

/** True if the selectors of the injury date offer this month on that day: no future month, and only January of the earliest year. */
function isPastMonth([year = '', month]: readonly (string | undefined)[], today: string): boolean {
  if (year === String(EARLIEST_INJURY_YEAR)) return month === '01'
  return (
    year < today.slice(0, 4) ||
    (year === today.slice(0, 4) && (month === undefined || month <= today.slice(5, 7)))
  )
}

/** One of several options, in whatever form. */
const optionAuthoring: Authoring<ElementOf<'dropdown' | 'radio'>> = {
  fitting: ['required', 'min', 'max', 'same_as', 'not_before', 'not_after'],
  isTyped: false,
  answering({ element, required, fields, options }) {
    const values = options
      .map(({ backend_field_value }) => backend_field_value)
      .filter((value) => element.validations.local.every((check) => passes(check, value)))
    return { ...ONE_VALUE, required, element, field: fields[0]!.field, values }
  },
  invent: ({ weighted }, _, { options }) =>
    weighted(options.map(({ backend_field_value }) => backend_field_value)),
}

const textareaAuthoring: Authoring<ElementOf<'textarea'>> = {
  fitting: ['required', 'description', 'same_as'],
  isTyped: true,
  answering({ element, required, fields }, { args, seeds }) {
    const { field } = fields[0]!
    const { local } = element.validations
    const values = typedValues(
      { natural: [VALIDATION_AUTHORING.description.sample], fits: isAnything, local },
      args(field),
      seeds(field),
    )
    return { ...ONE_VALUE, required, element, field, values }
  },
  invent: () => 'I was stopped at a light when another car hit me from behind, and my neck still hurts.',
}

const ticksAuthoring: Authoring<ElementOf<'multi_select'>> = {
  fitting: ['required'],
  isTyped: false,
  answering: ({ required, fields, options }) => ({
    kind: 'ticks',
    required,
    field: fields[0]!.field,
    options: options.map(({ backend_field_value: value, field: saved, save_to_state, exclusive }) => ({
      value,
      ...(saved !== undefined && save_to_state && { saved }),
      ...(exclusive && { isAlone: true as const }),
    })),
  }),
  invent: ({ weighted }, _, { options }) => [
    weighted(options.map(({ backend_field_value }) => backend_field_value)),
  ],
}

const vehicleAuthoring: Authoring<ElementOf<'vehicle'>> = {
  fitting: ['required'],
  isTyped: true,
  answering({ element, required, fields }, { args, seeds }) {
    const { local } = element.validations
    return {
      kind: 'parts',
      element,
      required,
      parts: fields.map(({ id, field }) => {
        const typed = { natural: NATURAL[id] ?? [], fits: id === 'year' ? isYear : isAnything, local }
        return { field, values: typedValues(typed, args(field), seeds(field)) }
      }),
    }
  },
  invent: () => ({ year: '2015', make: 'Honda', model: 'Civic' }),
}

const NATURAL: Record<string, string[]> = { year: ['2016'], make: ['Toyota'], model: ['Camry'] }

function isYear(value: string): boolean {
  return /^\d{4}$/.test(value)
}

type InputName = InputElement['widget']

/** Every kind of question that a flow may ask. The element schema lists them, and the compiler requires each one here. */
export const AUTHORING: { [N in InputName]: Authoring<ElementOf<N>> } = {
  text: textAuthoring,
  textarea: textareaAuthoring,
  slider: sliderAuthoring,
  date_of_birth: birthdayAuthoring,
  vehicle: vehicleAuthoring,
  injury_date: injuryDateAuthoring,
  dropdown: optionAuthoring,
  radio: optionAuthoring,
  multi_select: ticksAuthoring,
}

export function authoringOf({ widget }: InputElement): Authoring {
  return AUTHORING[widget] as Authoring
}

/** Placeholders of a text, with the member that has the text. */
interface WithPlaceholders {
  key: string
  known: readonly string[]
}

/** Any field, in the list of a text's placeholders. */
export const FIELD = 'field:NAME'

/** Text with placeholders in each element without a value; null if it has none. */
const PLACEHOLDERS: Record<BlockName, WithPlaceholders | null> = {
  choice: null,
  html: { key: 'html', known: ['buyers', FIELD] },
  picture: null,
  faq: null,
  testimonials: null,
  consent: null,
  partner_card: null,
  partner_link_out: null,
  link_out: null,
  boost_link_out: null,
  phone_link: { key: 'text', known: ['phone'] },
  outcome: null,
  result: null,
  progress: null,
  submit: null,
}

export function placeholdersOf(element: LeafElement): WithPlaceholders | null {
  return isInput(element) ? null : PLACEHOLDERS[blockName(element)]
}
