import type { ElementOf, InputElement, LeafElement } from '../../../schemas/elements/element.ts'
import { blockName, isInput, type BlockName } from '../../flow/elements/kinds.ts'
import type { Authoring } from './authoring.ts'
import { birthdayAuthoring } from './birthdayAuthoring.ts'
import { injuryDateAuthoring } from './injuryDateAuthoring.ts'
import { optionAuthoring } from './optionAuthoring.ts'
import { sliderAuthoring } from './sliderAuthoring.ts'
import { textareaAuthoring } from './textareaAuthoring.ts'
import { textAuthoring } from './textAuthoring.ts'
import { ticksAuthoring } from './ticksAuthoring.ts'
import { vehicleAuthoring } from './vehicleAuthoring.ts'

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
