import { Type, type TProperties } from 'typebox'
import { Rule } from '../kernel/rule.ts'
import { AT_MOST, closed, explained, Key, VISIBLE } from '../kernel/shape.ts'

/** Schema parts that several elements share. */

/** Question that an element asks. */
export const question_key = Type.String({
  ...Key,
  description: 'The question to ask, a key of constants_config.questions.',
  examples: ['zip'],
})
/** Answer that an element fills. */
export const answer_id = Type.String({
  ...Key,
  description: 'The answer to record, an id from the question’s answers.',
  examples: ['value'],
})
/** One line of text for the visitor. */
export const words = (description: string, example: string) =>
  Type.String({ pattern: VISIBLE, maxLength: AT_MOST.line, description, examples: [example] })

/** Meaning of each type for a visitor. */
export const TYPES = {
  input: 'An input the visitor types or picks a value in.',
  select: 'A choice from the options of the answer.',
  container: 'A button, a link, or something to read.',
  submit: 'The button that continues to the next step.',
}

/** Schema of an element: the two words that distinguish it, its meaning for a visitor, and its members. A submit button has a type and
 *  no widget. Source: spec, section 2 "Reusable widgets". */
export function element<const T extends keyof typeof TYPES, const W extends string, P extends TProperties>(
  type: T,
  widget: W,
  meaning: string,
  members: P,
) {
  const words = {
    type: Type.Literal(type, { description: TYPES[type] }),
    widget: Type.Literal(widget, { description: meaning }),
  }
  return closed({ ...words, ...members }, { description: meaning })
}

/** True if a press of the button gives the consent of its step. */
export const agrees = Type.Optional(
  Type.Boolean({
    description:
      'On a step with a consent, whether pressing this gives consent. A step’s only button gives consent unless set otherwise. With several buttons, set it on each one. Only a choice can decline. Its answer records that, and nothing else on the step is recorded, including the consent.',
    examples: [true],
  }),
)

/** A line under the label. */
export const hint = Type.Optional(
  Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.hint,
    description: 'A short line under the label that says why you ask, or what to enter.',
    examples: ['Five digits, as in your mailing address.'],
  }),
)

/** Icons for a card, and what each shows. */
export const PICTURES = {
  car: 'a car',
  work: 'a briefcase',
  home: 'a house',
  sun: 'a sun',
  heart: 'a heart',
  coin: 'a coin',
  book: 'an open book',
  arm: 'a body with a ring around the arm',
  back: 'a body with a ring around the back',
  bandage: 'a bandage',
  bike: 'a bicycle',
  bolt: 'a bolt of electricity',
  building: 'an office building',
  calendar: 'a calendar',
  cap: 'a graduation cap',
  card: 'a bank card',
  chart: 'a chart',
  child: 'a child',
  clock: 'a clock',
  cloud: 'a cloud',
  dna: 'a strand of DNA',
  drop: 'a drop of water',
  ear: 'an ear',
  eye: 'an eye',
  flag: 'a flag',
  flame: 'a flame',
  form: 'a document',
  head: 'a head in profile',
  help: 'a life ring',
  key: 'a key',
  leaf: 'a leaf',
  leg: 'a body with a ring around the leg',
  mail: 'an envelope',
  medical: 'a medical cross',
  neck: 'a body with a ring around the neck',
  people: 'two people',
  person: 'a person',
  phone: 'a telephone',
  pill: 'a capsule',
  pin: 'a place on a map',
  scales: 'a pair of scales',
  search: 'a magnifying glass',
  shield: 'a shield',
  tool: 'a wrench',
  tooth: 'a tooth',
  truck: 'a truck',
  tube: 'a test tube',
  unsure: 'a question mark',
  walk: 'a person walking',
}

/** The picture of an option or a choice, by name. */
export const icon = Type.Optional(
  explained('The picture on the card.', { yes: 'a check mark', no: 'a cross', ...PICTURES }),
)

/** An address that every browser can open, with a host name and no IP address. */
export const HTTPS_ADDRESS =
  '^https://([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z]{2,}(:\\d{1,4})?([/?#]\\S*)?$'

/** True if the address is the affiliate tracker’s. */
export const tracker = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      'Whether the address is the affiliate tracker’s. If so, offer_id, aff_id, aff_sub to aff_sub3 (from the page’s sub_id1 to sub_id3), and aff_sub5 are added.',
  }),
)

/** Label of a button that opens another page. */
export const buttonText = Type.String({
  pattern: VISIBLE,
  maxLength: 60,
  description: 'The button text.',
  examples: ['Get my free claim review'],
})

/** Conditions for showing an element of an end. */
export const shown_when = {
  display_rules: Type.Optional(
    Type.Array(Rule, {
      default: [],
      maxItems: AT_MOST.rules,
      description:
        'Only on a step that asks nothing. The element is shown when all of these rules are met, or always if empty. Besides fields, rules can use lead.outcome, what happened to the visitor’s lead, and buyer.KEY, the same for one buyer. Outcomes are accepted, waiting, rejected, kept, unfit, declined, and nothing.',
      examples: [
        [
          {
            operator: 'and',
            conditions: [{ field: 'lead.outcome', condition: 'eq', arg: 'rejected' }],
          },
        ],
      ],
    }),
  ),
}
