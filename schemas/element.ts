import { Type, type Static } from 'typebox'
import { AT_MOST, closed, explained, KEY, Key, VISIBLE } from './shape.ts'

/** What a step shows: a tree of elements, told apart by `type` and, within it, by `widget`.
 *  Source: spec, section 2 "Funnel entry screen" and "Reusable widgets"; design, section 3. */

const question_key = Type.String({
  ...Key,
  description: 'The question that is asked: a key of constants_config.questions.',
  examples: ['zip'],
})
const answer_id = Type.String({
  ...Key,
  description: 'Which of that question’s answers is filled: an id among its answers.',
  examples: ['value'],
})
const words = (description: string, example: string) =>
  Type.String({ pattern: VISIBLE, maxLength: AT_MOST.line, description, examples: [example] })

const TYPES = {
  input: 'The visitor types or picks a value.',
  select: 'The visitor chooses among the options of the answer.',
  container: 'A button, a link or something to read.',
  submit: 'The button that leaves the step.',
}

/** What each widget is to a visitor. A submit button has a type and no widget. Source: spec, section 2 "Reusable widgets". */
export const WIDGET_MEANINGS = {
  text: 'One line to type in, with a mask when its shape is known.',
  textarea:
    'Several lines to type in; with the validation description it counts the characters that are missing.',
  date_of_birth: 'Month from a list, day and year typed; days and years that cannot be are refused at once.',
  vehicle:
    'Year, make and model, each list opened by the choice before it. Its question has the answers year, make and model.',
  injury_date:
    'Year and month, from 2015 ("Earlier than 2015"). Its question has the answers year and month.',
  dropdown: 'One of the options, from a list that opens.',
  radio: 'One of the options, all in sight.',
  multi_select: 'Any of the options; the field holds the list of those ticked.',
  choice: 'A card or button: a press gives its answer and leaves the step.',
  html: 'A block of text, with {{buyers}} and {{field:NAME}} filled in.',
  consent:
    'A consent text, shown word for word as the answer’s backend_field_value and recorded with its step.',
  partner_card:
    'An offer of a partner: its button opens the partner’s campaign in a new tab and is tracked as a link-out.',
  partner_link_out: 'A button that opens a partner’s campaign in a new tab and is tracked as a link-out.',
  link_out: 'A button that opens another page in a new tab and is tracked as a link-out.',
  boost_link_out:
    'A prominent link-out that also leaves the step: the visitor goes on here while the other page opens in a new tab.',
  phone_link: 'Calls the tracked number.',
  outcome:
    'What became of the visitor’s details: to whom they went and what comes next, or that they are kept and why.',
  progress: 'How far the visitor has come. The bar at the top of the page is then not shown.',
  group: 'Elements that stand together, in one column or two.',
}

/** The two words that tell an element apart. */
function is<const T extends keyof typeof TYPES, const W extends keyof typeof WIDGET_MEANINGS>(
  type: T,
  widget: W,
) {
  return {
    type: Type.Literal(type, { description: TYPES[type] }),
    widget: Type.Literal(widget, { description: WIDGET_MEANINGS[widget] }),
  }
}

/** Checks made in the browser and again on the server, by the same code. Source: spec, section 5. */
export const LOCAL_MEANINGS = {
  required: 'something is answered',
  email: 'it looks like an email address',
  email_format: 'the same, with a message that does not name the field',
  phone: 'ten digits, with or without +1',
  zip: 'five digits, without the four that may follow them',
  date_of_birth: 'a real day from 1900 to 2022',
  age: 'a date of birth at which, on the day of the visit, whoever was born then is at least min and at most max years old',
  description: 'at least 20 characters',
  min: 'a number that is arg or more',
  max: 'a number that is arg or less',
  same_as: 'the same as the answer under field',
  not_before: 'a number or a date that is not before the one under field',
  not_after: 'a number or a date that is not after the one under field',
}

const years = Type.Integer({ minimum: 0, maximum: 130 })

export const LocalValidation = closed({
  name: explained('What is checked when the visitor leaves the step.', LOCAL_MEANINGS),
  arg: Type.Optional(
    Type.Number({ description: 'The number allowed: for min and max only.', examples: [18] }),
  ),
  min: Type.Optional({
    ...years,
    description: 'For age only: the youngest allowed, in whole years.',
    examples: [18],
  }),
  max: Type.Optional({
    ...years,
    description: 'For age only: the oldest allowed, in whole years.',
    examples: [64],
  }),
  field: Type.Optional(
    Type.String({
      ...Key,
      description:
        'For same_as, not_before and not_after: the backend field of another answer, of this step or an earlier one. Nothing is compared while it has none.',
      examples: ['email'],
    }),
  ),
})
export type LocalValidation = Static<typeof LocalValidation>

/** Checks that the server is asked for before the step is left. Source: spec, section 5 "Server checks". */
export const EXTERNAL_MEANINGS = {
  email:
    'a well-formed address, on a domain that does not throw mail away and is not reserved; with EMAIL_DNS, one that takes mail',
  phone:
    'a number that a person in the US can have: no 555 or N11 exchange, no pay, toll-free or personal number',
  zip: 'a ZIP code that exists, those of the armed forces among them; it also fills the answers city and state, where the question has answers of these ids',
}

export const ExternalValidation = explained(
  'What the server is asked before the step is left.',
  EXTERNAL_MEANINGS,
)
export type ExternalValidation = Static<typeof ExternalValidation>

const Validations = closed(
  {
    local: Type.Array(LocalValidation, {
      maxItems: AT_MOST.validations,
      description:
        'Checked in the browser and again on the server, in this order; the visitor reads what is wrong at the field. [] checks nothing.',
      examples: [[{ name: 'required' }], [{ name: 'required' }, { name: 'min', arg: 18 }]],
    }),
    external: Type.Optional(
      Type.Array(ExternalValidation, {
        default: [],
        maxItems: AT_MOST.validations,
        description:
          'Asked of the server once the local ones pass, for the widget text only. While the server cannot be reached, the visitor goes on.',
        examples: [['zip']],
      }),
    ),
  },
  {
    description: 'What an answer must be, before the visitor can leave the step.',
    examples: [{ local: [{ name: 'required' }, { name: 'zip' }], external: ['zip'] }],
  },
)

const agrees = Type.Optional(
  Type.Boolean({
    description:
      'On a step with a consent: whether a press gives it. The only button of a step gives it unless it says otherwise; of several, each says which it is. Only a choice may refuse: its answer is the record of that, nothing else that the step asks is then answered, and the consent’s field is not either.',
    examples: [true],
  }),
)

const hint = Type.Optional(
  Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.hint,
    description: 'One short line under the label: why we ask, or what to write.',
    examples: ['Five digits, as on a letter.'],
  }),
)

const TextInput = closed(
  {
    ...is('input', 'text'),
    question_key,
    answer_id,
    validations: Validations,
    hint,
    autocomplete: Type.Optional(
      explained('What the browser may fill in for the visitor.', {
        'given-name': 'the first name',
        'family-name': 'the last name',
        email: 'the email address',
        'tel-national': 'the phone number, without a country code',
        'postal-code': 'the ZIP code',
        'street-address': 'street and number',
        'address-level2': 'the city',
      }),
    ),
    inputmode: Type.Optional(
      explained(
        'Which keyboard a phone shows.',
        { text: 'letters', numeric: 'digits', tel: 'a telephone’s keys', email: 'letters with @ at hand' },
        { default: 'text' },
      ),
    ),
    mask: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'A pattern in which 9 stands for a digit; everything else is typed for the visitor.',
        examples: ['(999) 999-9999', '99999'],
      }),
    ),
  },
  { description: WIDGET_MEANINGS.text },
)

const TextareaInput = closed(
  {
    ...is('input', 'textarea'),
    question_key,
    answer_id,
    validations: Validations,
    hint,
  },
  { description: WIDGET_MEANINGS.textarea },
)

const DateOfBirthInput = closed(
  {
    ...is('input', 'date_of_birth'),
    question_key,
    answer_id,
    validations: Validations,
    hint,
  },
  { description: WIDGET_MEANINGS.date_of_birth },
)

const VehicleInput = closed(
  {
    ...is('input', 'vehicle'),
    question_key,
    validations: Validations,
    hint,
  },
  { description: WIDGET_MEANINGS.vehicle },
)

const InjuryDateInput = closed(
  {
    ...is('input', 'injury_date'),
    question_key,
    validations: Validations,
    hint,
  },
  { description: WIDGET_MEANINGS.injury_date },
)

const select = <const W extends 'dropdown' | 'radio' | 'multi_select'>(widget: W) => ({
  ...is('select', widget),
  question_key,
  answer_id,
  validations: Validations,
  hint,
})

const Dropdown = closed(
  {
    ...select('dropdown'),
    autocomplete: Type.Optional(
      explained('What the browser may fill in for the visitor.', {
        'address-level1': 'the state they live in',
      }),
    ),
  },
  { description: WIDGET_MEANINGS.dropdown },
)

const MultiSelect = closed(select('multi_select'), { description: WIDGET_MEANINGS.multi_select })

const Radio = closed(
  {
    ...select('radio'),
    title: Type.Optional(
      Type.String({
        pattern: VISIBLE,
        maxLength: AT_MOST.hint,
        description: 'Stands over the list in place of its label.',
        examples: ['How long ago was it?'],
      }),
    ),
  },
  { description: WIDGET_MEANINGS.radio },
)

const Submit = closed(
  {
    type: Type.Literal('submit', { description: TYPES.submit }),
    text: words('What the button says.', 'Continue'),
    agrees,
  },
  { description: TYPES.submit },
)

const PICTURES = {
  car: 'a car',
  work: 'a briefcase',
  home: 'a house',
  sun: 'a sun',
  heart: 'a heart',
  coin: 'a coin',
  book: 'an open book',
}

const Choice = closed(
  {
    ...is('container', 'choice'),
    submit: Type.Literal(true, {
      description: 'A press gives this answer and leaves the step. Always true.',
    }),
    question_key,
    answer_id,
    text: words('What the card says.', 'Yes'),
    agrees,
    hint,
    icon: Type.Optional(explained('The picture on the card.', { yes: 'a tick', no: 'a cross', ...PICTURES })),
  },
  { description: WIDGET_MEANINGS.choice },
)

const Html = closed(
  {
    ...is('container', 'html'),
    html: Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.html,
      description:
        'Text with simple markup. What could run or load something is refused at publish. In its text, never within a tag, {{buyers}} stands for the names of the buyers to whom the offer’s lead actions may send, and {{field:NAME}} for what the visitor answered, empty when they did not.',
      examples: ['<p>Thank you, {{field:first_name}}. You may hear from {{buyers}}.</p>'],
    }),
  },
  { description: WIDGET_MEANINGS.html },
)

const Consent = closed(
  {
    ...is('container', 'consent'),
    question_key,
    answer_id,
  },
  { description: WIDGET_MEANINGS.consent },
)

/** An address that every browser can open: of a name, not of a number. */
export const HTTPS_ADDRESS =
  '^https://([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z]{2,}(:\\d{1,4})?([/?#]\\S*)?$'

/** Where a partner's page is. */
const link = Type.String({
  pattern: HTTPS_ADDRESS,
  maxLength: 2000,
  description:
    'The address that opens, in a new tab, on one of ui_config.partner_hosts. The page’s sub1, sub2 and sub3 are passed on.',
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
  campaign_id: Type.String({
    minLength: 1,
    maxLength: AT_MOST.foreignKey,
    description: 'The partner’s name for the campaign; the address carries it.',
    examples: ['1204'],
  }),
  aff_id: Type.Optional(
    Type.String({
      maxLength: AT_MOST.foreignKey,
      default: '10257',
      description: 'Under which affiliate the partner books the visitor.',
      examples: ['10257'],
    }),
  ),
  hostNameId: Type.Optional(
    Type.String({
      maxLength: AT_MOST.foreignKey,
      default: '2951',
      description: 'Under which host name the partner books the visitor.',
      examples: ['2951'],
    }),
  ),
  affiliate_reference: Type.Optional(
    Type.String({
      pattern: `^${KEY}$`,
      description:
        'For a partner that takes one reference instead of the campaign’s parameters: the name under which the address carries the link-out’s unique id, and nothing else.',
      examples: ['aff_ref'],
    }),
  ),
}

const buttonText = Type.String({
  pattern: VISIBLE,
  maxLength: 60,
  description: 'What the button says.',
  examples: ['Get my free claim review'],
})

const PartnerCard = closed(
  {
    ...is('container', 'partner_card'),
    title: words('The heading of the card.', 'Auto Accident Team'),
    body: words('What the partner offers.', 'Someone who handles these claims every day looks at yours.'),
    text: buttonText,
    ...campaignLink,
    icon: Type.Optional(explained('The picture on the card.', PICTURES)),
    buyer: Type.Optional(
      Type.String({
        ...Key,
        description:
          'The buyer that the partner is, a key of ui_config.buyers: whoever was just sent to it does not see the card.',
        examples: ['auto_accident_team'],
      }),
    ),
  },
  { description: WIDGET_MEANINGS.partner_card },
)

const PartnerLinkOut = closed(
  {
    ...is('container', 'partner_link_out'),
    text: Type.Optional({ ...buttonText, default: 'Button' }),
    size: Type.Optional(
      explained(
        'The size of the button’s text.',
        { sm: '0.75 rem', md: '1 rem', lg: '1.5 rem', xl: '2 rem' },
        { default: 'md' },
      ),
    ),
    ...campaignLink,
  },
  { description: WIDGET_MEANINGS.partner_link_out },
)

const LinkOut = closed(
  { ...is('container', 'link_out'), text: buttonText, ...plainLink },
  { description: WIDGET_MEANINGS.link_out },
)

const BoostLinkOut = closed(
  {
    ...is('container', 'boost_link_out'),
    title: Type.Optional(words('A heading over the button.', 'Apply yourself, free of charge')),
    body: Type.Optional(words('What is to be found there.', 'The page opens beside this one.')),
    text: buttonText,
    agrees,
    ...plainLink,
  },
  { description: WIDGET_MEANINGS.boost_link_out },
)

const PhoneLink = closed(
  {
    ...is('container', 'phone_link'),
    text: Type.String({
      pattern: VISIBLE,
      maxLength: 120,
      description: 'What the link says; {{phone}} stands for the tracked number.',
      examples: ['Call {{phone}}'],
    }),
  },
  { description: WIDGET_MEANINGS.phone_link },
)

const Outcome = closed(
  {
    ...is('container', 'outcome'),
    nothing: Type.Optional(
      Type.String({
        pattern: VISIBLE,
        maxLength: 400,
        default: 'We passed nothing on. You did not ask for it, so expect no call.',
        description: 'What it says to a visitor of whom no lead was to be sent.',
        examples: ['We passed nothing on, so expect no call.'],
      }),
    ),
  },
  { description: WIDGET_MEANINGS.outcome },
)

const Progress = closed({ ...is('container', 'progress') }, { description: WIDGET_MEANINGS.progress })

const Group = closed(
  {
    ...is('container', 'group'),
    columns: Type.Optional(
      Type.Union([Type.Literal(1), Type.Literal(2)], {
        default: 1,
        description:
          'How the elements stand. 1: below each other. 2: side by side, where the screen is wide enough.',
      }),
    ),
    elements: Type.Array(Type.Ref('Element'), {
      minItems: 1,
      maxItems: AT_MOST.elements,
      description: 'What the group holds, in reading order.',
      examples: [[{ type: 'submit', text: 'Continue' }]],
    }),
  },
  { description: WIDGET_MEANINGS.group },
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
  Outcome,
  Progress,
  Submit,
] as const

/** Every element, by the words that tell it apart: `type`, then `widget`. A group holds others. */
export const Element = Type.Cyclic({ Element: Type.Union([...leaves, Group]) }, 'Element')

export type Element = Static<typeof Element>
export type LeafElement = Exclude<Element, { widget: 'group' }>
/** The elements that take an answer. */
export type InputElement = Extract<LeafElement, { type: 'input' | 'select' }>
/** The elements that open another page. */
export type LinkOutElement = ElementOf<'partner_card' | 'partner_link_out' | 'link_out' | 'boost_link_out'>
/** The element of one widget. */
export type ElementOf<W extends Extract<LeafElement, { widget: unknown }>['widget']> = Extract<
  LeafElement,
  { widget: W }
>
