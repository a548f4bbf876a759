import { Type, type Static } from 'typebox'
import { closed, Key, oneOf } from './shape.ts'

/** What a step shows: a tree of elements, told apart by `type` and, within it, by `widget`.
 *  Source: spec, section 2 "Funnel entry screen" and "Reusable widgets"; design, section 3. */

const question_key = Type.String({ ...Key, description: 'A key of constants_config.questions.' })
const answer_id = Type.String({ ...Key, description: 'An id among the answers of that question.' })
const text = Type.String({ minLength: 1, maxLength: 400 })

/** Checks made in the browser and again on the server, by the same code. Source: spec, section 5. */
export const LocalValidation = closed({
  name: oneOf(
    [
      'required',
      'email',
      'email_format',
      'phone',
      'zip',
      'date_of_birth',
      'description',
      'min',
      'max',
      'same_as',
      'not_before',
      'not_after',
    ],
    {
      description:
        'required: something is answered. email, phone, zip: looks like one; email_format is email without the label in its message. date_of_birth: a real day from 1900 to 2022. description: at least 20 characters. min, max: the number allowed, given by arg. same_as, not_before, not_after: compared with another answer, whose field is named.',
    },
  ),
  arg: Type.Optional(Type.Number({ description: 'The bound for min and max.' })),
  field: Type.Optional(
    Type.String({
      ...Key,
      description:
        'For same_as, not_before and not_after: the backend field of another answer, of this step or an earlier one. Nothing is compared while it has none.',
    }),
  ),
})
export type LocalValidation = Static<typeof LocalValidation>

/** Checks that the server is asked for before the step is left. Source: spec, section 5 "Server checks". */
export const ExternalValidation = oneOf(['email', 'phone', 'zip'])
export type ExternalValidation = Static<typeof ExternalValidation>

const Validations = closed(
  { local: Type.Array(LocalValidation), external: Type.Optional(Type.Array(ExternalValidation)) },
  {
    description:
      'Local checks run in the browser and on the server; external ones ask the server before the step is left.',
    examples: [{ local: [{ name: 'required' }, { name: 'zip' }], external: ['zip'] }],
  },
)

const hint = Type.Optional(Type.String({ maxLength: 200, description: 'One short line under the label.' }))

const TextInput = closed({
  type: Type.Literal('input'),
  widget: Type.Literal('text'),
  question_key,
  answer_id,
  validations: Validations,
  hint,
  autocomplete: Type.Optional(
    oneOf(
      [
        'given-name',
        'family-name',
        'email',
        'tel-national',
        'postal-code',
        'street-address',
        'address-level2',
      ],
      { description: 'What the browser may fill in, by its HTML name.' },
    ),
  ),
  inputmode: Type.Optional(oneOf(['text', 'numeric', 'tel', 'email'])),
  mask: Type.Optional(
    Type.String({
      description: 'A pattern in which 9 stands for a digit; everything else is typed for the visitor.',
      examples: ['(999) 999-9999', '99999'],
    }),
  ),
})

const TextareaInput = closed({
  type: Type.Literal('input'),
  widget: Type.Literal('textarea'),
  question_key,
  answer_id,
  validations: Validations,
  hint,
})

const DateOfBirthInput = closed({
  type: Type.Literal('input'),
  widget: Type.Literal('date_of_birth'),
  question_key,
  answer_id,
  validations: Validations,
  hint,
})

const VehicleInput = closed(
  {
    type: Type.Literal('input'),
    widget: Type.Literal('vehicle'),
    question_key,
    validations: Validations,
    hint,
  },
  { description: 'Year, make and model. Its question has the answers year, make and model.' },
)

const InjuryDateInput = closed(
  {
    type: Type.Literal('input'),
    widget: Type.Literal('injury_date'),
    question_key,
    validations: Validations,
    hint,
  },
  {
    description:
      'Year and month, from 2015 ("Earlier than 2015"). Its question has the answers year and month.',
  },
)

const select = <const W extends string>(widget: W) => ({
  type: Type.Literal('select'),
  widget: Type.Literal(widget),
  question_key,
  answer_id,
  validations: Validations,
  hint,
})

const Dropdown = closed(select('dropdown'), { description: 'One of the options, from a list that opens.' })

const MultiSelect = closed(select('multi_select'), {
  description: 'Any of the options; the field holds the list of those ticked.',
})

const Radio = closed(
  {
    ...select('radio'),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Stands over the list in place of its label.',
      }),
    ),
  },
  { description: 'One of the options, all in sight.' },
)

const Submit = closed({ type: Type.Literal('submit'), text })

const Choice = closed(
  {
    type: Type.Literal('container'),
    widget: Type.Literal('choice'),
    submit: Type.Literal(true, { description: 'A click gives this answer and submits the step.' }),
    question_key,
    answer_id,
    text,
    hint,
    icon: Type.Optional(oneOf(['yes', 'no', 'car', 'work', 'home', 'sun', 'heart', 'coin', 'book'])),
  },
  { description: 'A card or button: a click answers the question and submits the step.' },
)

const Html = closed(
  {
    type: Type.Literal('container'),
    widget: Type.Literal('html'),
    html: Type.String({
      description:
        'Text with simple markup. What could run or load something is refused at publish. In its text, never within a tag, {{buyers}} stands for the names of the buyers to whom the offer’s lead actions may send, and {{field:NAME}} for what the visitor answered, empty when they did not.',
      examples: ['<p>Thank you, {{field:first_name}}. You may hear from {{buyers}}.</p>'],
    }),
  },
  { description: 'A block of text.' },
)

const Consent = closed(
  {
    type: Type.Literal('container'),
    widget: Type.Literal('consent'),
    question_key,
    answer_id,
  },
  {
    description:
      'A consent text, shown word for word as the answer’s backend_field_value and recorded with the step that it stands on.',
  },
)

/** An address that every browser can open: of a name, not of a number. */
export const HTTPS_ADDRESS =
  '^https://([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z]{2,}(:\\d{1,4})?([/?#]\\S*)?$'

/** Where a partner's page is. */
const link = Type.String({
  pattern: HTTPS_ADDRESS,
  maxLength: 2000,
  description: 'The address that opens, in a new tab. The page’s sub1, sub2 and sub3 are passed on.',
  examples: ['https://partner.example/offer'],
})

const plainLink = {
  link,
  tracker: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether the address is the affiliate tracker’s: it is then given offer_id, aff_id, aff_sub to aff_sub3 (from the page’s sub_id1 to sub_id3) and aff_sub5 as well.',
    }),
  ),
}

const campaignLink = {
  link,
  campaign_id: Type.String({ minLength: 1, description: 'The partner’s name for the campaign.' }),
  aff_id: Type.Optional(Type.String({ default: '10257' })),
  hostNameId: Type.Optional(Type.String({ default: '2951' })),
  affiliate_reference: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9_]*$',
      description:
        'For a partner that takes one reference instead of the campaign’s parameters: the name under which the address carries the link-out’s unique id, and nothing else.',
      examples: ['aff_ref'],
    }),
  ),
}

const buttonText = Type.String({ minLength: 1, maxLength: 60, description: 'What the button says.' })

const PartnerCard = closed(
  {
    type: Type.Literal('container'),
    widget: Type.Literal('partner_card'),
    title: text,
    body: text,
    text: buttonText,
    ...campaignLink,
    icon: Type.Optional(oneOf(['car', 'work', 'sun', 'home', 'heart', 'coin', 'book'])),
  },
  { description: 'An offer of a partner: the button opens it in a new tab and is tracked as a link-out.' },
)

const PartnerLinkOut = closed(
  {
    type: Type.Literal('container'),
    widget: Type.Literal('partner_link_out'),
    text: Type.Optional({ ...buttonText, default: 'Button' }),
    size: Type.Optional(
      Type.Enum(['sm', 'md', 'lg', 'xl'], {
        default: 'md',
        description: 'The size of the button’s text: 0.75, 1, 1.5 or 2 rem.',
      }),
    ),
    ...campaignLink,
  },
  { description: 'A button that opens a partner’s campaign in a new tab and is tracked as a link-out.' },
)

const LinkOut = closed(
  { type: Type.Literal('container'), widget: Type.Literal('link_out'), text: buttonText, ...plainLink },
  { description: 'A button that opens another page in a new tab and is tracked as a link-out.' },
)

const BoostLinkOut = closed(
  {
    type: Type.Literal('container'),
    widget: Type.Literal('boost_link_out'),
    title: Type.Optional(text),
    body: Type.Optional(text),
    text: buttonText,
    ...plainLink,
  },
  {
    description:
      'A prominent link-out that also submits the step: the visitor goes on here while the other page opens in a new tab.',
  },
)

const PhoneLink = closed(
  {
    type: Type.Literal('container'),
    widget: Type.Literal('phone_link'),
    text: Type.String({
      minLength: 1,
      maxLength: 120,
      description: 'What the link says; {{phone}} stands for the tracked number.',
      examples: ['Call {{phone}}'],
    }),
  },
  { description: 'Calls the tracked number.' },
)

const Progress = closed(
  { type: Type.Literal('container'), widget: Type.Literal('progress') },
  { description: 'How far the visitor has come. The bar at the top of the page is then not shown.' },
)

/** Every element, by the words that tell it apart: `type`, then `widget`. A group holds others. */
const Group = closed(
  {
    type: Type.Literal('container'),
    widget: Type.Literal('group'),
    columns: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)], { default: 1 })),
    elements: Type.Array(Type.Ref('Element'), { minItems: 1 }),
  },
  { description: 'Elements that stand together, in one column or two.' },
)

const leaves = [
  TextInput,
  TextareaInput,
  DateOfBirthInput,
  VehicleInput,
  InjuryDateInput,
  Dropdown,
  Radio,
  MultiSelect,
  Choice,
  Html,
  Consent,
  PartnerCard,
  PartnerLinkOut,
  LinkOut,
  BoostLinkOut,
  PhoneLink,
  Progress,
  Submit,
] as const

export const Element = Type.Cyclic({ Element: Type.Union([...leaves, Group]) }, 'Element')

export type Element = Static<typeof Element>
export type GroupElement = Extract<Element, { widget: 'group' }>
export type LeafElement = Exclude<Element, GroupElement>
/** The elements that take an answer. */
export type InputElement = Extract<LeafElement, { type: 'input' | 'select' }>
/** The elements that open another page. */
export type LinkOutElement = ElementOf<'partner_card' | 'partner_link_out' | 'link_out' | 'boost_link_out'>
/** The element of one widget. */
export type ElementOf<W extends Extract<LeafElement, { widget: unknown }>['widget']> = Extract<
  LeafElement,
  { widget: W }
>
