import type {
  CompositeElement,
  ElementName,
  ElementOf,
  InputElement,
  LeafElement,
} from '../../../schemas/elements/element.ts'
import type { SelectOption } from '../../../schemas/flow/flow.ts'
import { FIELD_LABELS } from '../../texts/visitorPage.ts'
import { line, severalLines } from './freeText.ts'
import type { BlockElement, BlockKind, Composite, Kind, Single } from './kind.ts'
import { slider } from './slider.ts'

/** Every kind of element in a flow. The element schema lists them, and the compiler requires each one here. */

type InputName = InputElement['widget']
export type BlockName = Exclude<ElementName, InputName>

const birthday = {
  label: FIELD_LABELS.date_of_birth,
  property: (title) => ({ type: 'string', title, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
} satisfies Single

const injuryMonth = { parts: FIELD_LABELS.injury_date, isInRows: true } satisfies Composite

/** Source: spec, section 5 "Vehicle". */
const vehicle = {
  parts: FIELD_LABELS.vehicle,
  isInRows: true,
} satisfies Composite

const valuesOf = (options: readonly SelectOption[]) =>
  options.map(({ backend_field_value }) => backend_field_value)

/** One of several options. */
const dropdown = {
  property: (title, options) => ({ type: 'string', title, enum: valuesOf(options) }),
} satisfies Single

/** The same, all in sight. */
const radio = { ...dropdown, isInRows: true } satisfies Single

/** Any subset of the options; an exclusive one must be alone. */
const multiSelect = {
  property: (title, options, isRequired) => {
    const [alone] = options.filter(({ exclusive }) => exclusive)
    return {
      type: 'array',
      title,
      items: { type: 'string', enum: valuesOf(options) },
      uniqueItems: true,
      minItems: isRequired ? 1 : 0,
      ...(alone && { not: { minItems: 2, contains: { const: alone.backend_field_value } } }),
    }
  },
  isList: true,
  isInRows: true,
  misfit(_, { value }, { options, sentences }) {
    const alone = options.find(
      ({ exclusive, backend_field_value }) => exclusive && value.includes(backend_field_value),
    )
    return alone && value.length > 1 ? sentences.ANSWER_ERRORS.notTogether(alone.text) : null
  },
} satisfies Single

const INPUTS = {
  text: line,
  textarea: severalLines,
  slider,
  date_of_birth: birthday,
  vehicle,
  injury_date: injuryMonth,
  dropdown,
  radio,
  multi_select: multiSelect,
} satisfies { [N in InputName]: Kind<ElementOf<N>> }

const BLOCKS = {
  choice: { submits: true },
  html: {},
  picture: {},
  faq: {},
  testimonials: {},
  consent: {},
  partner_card: { elsewhere: 'last_chance' },
  partner_link_out: { elsewhere: 'last_chance' },
  link_out: { elsewhere: 'last_chance' },
  boost_link_out: { submits: true, elsewhere: 'first' },
  phone_link: {},
  outcome: {},
  result: {},
  progress: {},
  submit: { submits: true },
} as const satisfies Record<BlockName, BlockKind>

/** Questions with an object or a list as value. */
export type FieldName = {
  [N in InputName]: (typeof INPUTS)[N] extends { parts: object } | { isList: true } ? N : never
}[InputName]

type SubmittingName = {
  [N in BlockName]: (typeof BLOCKS)[N] extends { submits: true } ? N : never
}[BlockName]

/** An element that submits the step. */
export type Control = Extract<BlockElement, { type: SubmittingName } | { widget: SubmittingName }>

/** Rules of a question's kind. */
export function kindOf(element: CompositeElement): Composite
export function kindOf(element: Exclude<InputElement, CompositeElement>): Single
export function kindOf(element: InputElement): Single | Composite
export function kindOf({ widget }: InputElement): Single | Composite {
  return INPUTS[widget] as Single | Composite
}

/** Rules of an element without a value; empty for one with a value. */
export function blockOf(element: LeafElement): BlockKind {
  return isInput(element) ? {} : BLOCKS[blockName(element)]
}

export function blockName(element: BlockElement): BlockName {
  return element.type === 'submit' ? 'submit' : element.widget
}

/** True if an element has that widget. */
export function isA<W extends WidgetName>(
  element: LeafElement | null | undefined,
  widget: W,
): element is ElementOf<W> {
  return !!element && 'widget' in element && element.widget === widget
}

type WidgetName = Exclude<ElementName, 'submit'>

/** True if a visitor fills it in; choices are pressed instead. */
export function isInput(element: LeafElement): element is InputElement {
  return element.type === 'input' || element.type === 'select'
}

/** True if an element gives several answers, as one object in the form's data under its question's key. */
export function isComposite(element: LeafElement): element is CompositeElement {
  return isInput(element) && 'parts' in kindOf(element)
}

/** True if an element's value is a list of selected options. */
export function isList(element: LeafElement): element is ListElement {
  return isInput(element) && 'isList' in kindOf(element)
}

type ListElement = ElementOf<
  { [N in InputName]: (typeof INPUTS)[N] extends { isList: true } ? N : never }[InputName]
>
