import type { ComponentType } from 'react'
import type { FieldProps, WidgetProps } from '@rjsf/utils'
import type { InputElement } from '../schemas/elements/element.ts'
import type { BlockElement } from '../src/flow/elements/kind.ts'
import type { BlockName, FieldName } from '../src/flow/elements/kinds.ts'
import { BoostLinkOut } from './BoostLinkOut.tsx'
import { Choice } from './Choice.tsx'
import { Consent } from './Consent.tsx'
import { DateOfBirth } from './DateOfBirth.tsx'
import { Dropdown } from './Dropdown.tsx'
import { Html } from './Html.tsx'
import { InjuryDate } from './InjuryDate.tsx'
import { LinkOut } from './LinkOut.tsx'
import { MultiSelect } from './MultiSelect.tsx'
import { Outcome } from './Outcome.tsx'
import { PartnerCard } from './PartnerCard.tsx'
import { PartnerLinkOut } from './PartnerLinkOut.tsx'
import { PhoneLink } from './PhoneLink.tsx'
import { Picture } from './Picture.tsx'
import { Progress } from './Progress.tsx'
import { lazyWidget } from './lazyWidget.tsx'
import { Radio } from './Radio.tsx'
import { Result } from './Result.tsx'
import { Submit } from './Submit.tsx'
import { Text } from './Text.tsx'
import { Textarea } from './Textarea.tsx'
import { Vehicle } from './Vehicle.tsx'

/** Widgets by element. The compiler reports an element without one. */

type InputName = InputElement['widget']

/** Widgets with an object or a list as value replace an rjsf field; the others are rjsf widgets. */
export const WIDGETS = {
  text: Text,
  textarea: Textarea,
  dropdown: Dropdown,
  radio: Radio,
  slider: lazyWidget('slider'),
  date_of_birth: DateOfBirth,
  seller_consent: lazyWidget('seller_consent'),
} satisfies Record<Exclude<InputName, FieldName> | 'seller_consent', ComponentType<WidgetProps>>

export const FIELDS = {
  vehicle: Vehicle,
  injury_date: InjuryDate,
  multi_select: MultiSelect,
} satisfies Record<FieldName, ComponentType<FieldProps>>

/** Elements without a value. */
export const BLOCKS: {
  [N in BlockName]: ComponentType<{
    element: Extract<BlockElement, N extends 'submit' ? { type: 'submit' } : { widget: N }>
  }>
} = {
  choice: Choice,
  html: Html,
  picture: Picture,
  faq: lazyWidget('faq'),
  testimonials: lazyWidget('testimonials'),
  consent: Consent,
  partner_card: PartnerCard,
  partner_link_out: PartnerLinkOut,
  link_out: LinkOut,
  boost_link_out: BoostLinkOut,
  phone_link: PhoneLink,
  outcome: Outcome,
  result: Result,
  progress: Progress,
  submit: Submit,
}
