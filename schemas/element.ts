import { Type, type Static } from 'typebox'
import { closed, Key, oneOf } from './shape.ts'

/** What a step shows: a tree of elements, told apart by `type` and, within it, by `widget`.
 *  Source: spec, section 2 "Funnel entry screen" and "Reusable widgets"; design, section 3. */

const question_key = Type.String({ ...Key, description: 'A key of constants_config.questions.' })
const answer_id = Type.String({ ...Key, description: 'An id among the answers of that question.' })
const text = Type.String({ minLength: 1, maxLength: 400 })

/** Checks made in the browser and again on the server, by the same code. Source: spec, section 5. */
export const LocalValidation = closed({
  name: oneOf(['required', 'email', 'phone', 'zip', 'date_of_birth', 'description', 'min', 'max'], {
    description:
      'required: something is answered. email, phone, zip: looks like one. date_of_birth: a real day from 1900 to 2022. description: at least 20 characters. min, max: the number allowed, given by arg.',
  }),
  arg: Type.Optional(Type.Number({ description: 'The bound for min and max.' })),
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

const selectOf = <const W extends 'dropdown' | 'radio' | 'multi_select'>(widget: W, description: string) =>
  closed(
    {
      type: Type.Literal('select'),
      widget: Type.Literal(widget),
      question_key,
      answer_id,
      validations: Validations,
      hint,
    },
    { description },
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
      description: 'Text with simple markup. What could run or load something is refused at publish.',
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

const PartnerCard = closed(
  {
    type: Type.Literal('container'),
    widget: Type.Literal('partner_card'),
    title: text,
    body: text,
    text: Type.String({ minLength: 1, maxLength: 60, description: 'What the button says.' }),
    link: Type.String({ pattern: '^https://', description: 'The partner’s campaign address.' }),
    campaign_id: Type.String({ minLength: 1 }),
    aff_id: Type.Optional(Type.String({ default: '10257' })),
    hostNameId: Type.Optional(Type.String({ default: '2951' })),
    icon: Type.Optional(oneOf(['car', 'work', 'sun', 'home', 'heart', 'coin', 'book'])),
  },
  { description: 'An offer of a partner: the button opens it in a new tab and is tracked as a link-out.' },
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
  selectOf('dropdown', 'One of the options, from a list that opens.'),
  selectOf('radio', 'One of the options, all in sight.'),
  selectOf('multi_select', 'Any of the options; the field holds the list of those ticked.'),
  Choice,
  Html,
  Consent,
  PartnerCard,
  Submit,
] as const

export const Element = Type.Cyclic({ Element: Type.Union([...leaves, Group]) }, 'Element')

export type Element = Static<typeof Element>
export type GroupElement = Extract<Element, { widget: 'group' }>
export type LeafElement = Exclude<Element, GroupElement>
/** The elements that take an answer. */
export type InputElement = Extract<LeafElement, { type: 'input' | 'select' }>
/** The element of one widget. */
export type ElementOf<W extends Extract<LeafElement, { widget: unknown }>['widget']> = Extract<
  LeafElement,
  { widget: W }
>
