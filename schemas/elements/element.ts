import { Type, type Static } from 'typebox'
import { Choice, Submit } from './buttonElements.ts'
import { element } from './elementParts.ts'
import {
  DateOfBirthInput,
  Dropdown,
  InjuryDateInput,
  MultiSelect,
  Radio,
  SliderInput,
  TextareaInput,
  TextInput,
  VehicleInput,
} from './inputElements.ts'
import { BoostLinkOut, LinkOut, PartnerCard, PartnerLinkOut, PhoneLink } from './linkElements.ts'
import { Picture } from './pictureElements.ts'
import { Result } from './resultElements.ts'
import { Consent, Html, Outcome, Progress } from './textElements.ts'
import { Faq, Testimonials } from './trustElements.ts'
import { AT_MOST } from '../kernel/shape.ts'

export { EXTERNAL_MEANINGS, LOCAL_MEANINGS } from './answerChecks.ts'
export type { ExternalValidation, LocalValidation } from './answerChecks.ts'
export { RESULT_MEANINGS } from './resultElements.ts'
export type { Case, Redirect, Result } from './resultElements.ts'
export { HTTPS_ADDRESS } from './elementParts.ts'

/** Contents of a step: a tree of elements, distinguished by `type` and, within it, by `widget`. Source: spec, section 2 "Funnel entry
 *  screen" and "Reusable widgets"; design, section 3. */

const Group = element('container', 'group', 'A group of elements, in one column or two.', {
  columns: Type.Optional(
    Type.Union([Type.Literal(1), Type.Literal(2)], {
      default: 1,
      description:
        'The number of columns. 1: below each other. 2: side by side, if the screen is wide enough.',
    }),
  ),
  elements: Type.Array(Type.Ref('Element'), {
    minItems: 1,
    maxItems: AT_MOST.elements,
    description: 'The elements in the group, in reading order.',
    examples: [[{ type: 'submit', text: 'Continue' }]],
  }),
})

const leaves = [
  TextInput,
  TextareaInput,
  SliderInput,
  DateOfBirthInput,
  VehicleInput,
  InjuryDateInput,
  Dropdown,
  Radio,
  MultiSelect,
  Choice,
  Html,
  Picture,
  Faq,
  Testimonials,
  Consent,
  PartnerCard,
  PartnerLinkOut,
  LinkOut,
  BoostLinkOut,
  PhoneLink,
  Outcome,
  Result,
  Progress,
  Submit,
] as const

/** Meaning of each widget for a visitor. */
export const WIDGET_MEANINGS = Object.fromEntries(
  [...leaves, Group].flatMap(({ properties }) => {
    const { const: name, description = '' } = 'widget' in properties ? (properties.widget as Word) : {}
    return name === undefined ? [] : [[name, description] as const]
  }),
)
type Word = { const?: string; description?: string }

/** Every element, by the words that distinguish it: `type`, then `widget`. A group contains others. */
export const Element = Type.Cyclic({ Element: Type.Union([...leaves, Group]) }, 'Element')

export type Element = Static<typeof Element>
export type LeafElement = Exclude<Element, { widget: 'group' }>
/** Elements that take an answer. */
export type InputElement = Extract<LeafElement, { type: 'input' | 'select' }>
/** Elements that give several answers, with fixed IDs. */
export type CompositeElement = Exclude<InputElement, { answer_id: string }>
/** Elements that open another page. */
export type LinkOutElement = ElementOf<'partner_card' | 'partner_link_out' | 'link_out' | 'boost_link_out'>
/** Name that distinguishes an element: its widget, or its type if it has no widget. */
export type ElementName = NameOf<LeafElement>
type NameOf<E> = E extends { widget: infer W extends string }
  ? W
  : E extends { type: infer T extends string }
    ? T
    : never
/** Element of one widget. */
export type ElementOf<W extends Extract<LeafElement, { widget: unknown }>['widget']> = Extract<
  LeafElement,
  { widget: W }
>
