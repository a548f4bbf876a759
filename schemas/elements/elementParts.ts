import { Type } from 'typebox'
import { AT_MOST, Key, VISIBLE } from '../shape.ts'

/** What the schemas of several elements share. */

/** The question that an element asks. */
export const question_key = Type.String({
  ...Key,
  description: 'The question that is asked: a key of constants_config.questions.',
  examples: ['zip'],
})
/** The answer that an element fills. */
export const answer_id = Type.String({
  ...Key,
  description: 'Which of that question’s answers is filled: an id among its answers.',
  examples: ['value'],
})
/** One line that the visitor reads. */
export const words = (description: string, example: string) =>
  Type.String({ pattern: VISIBLE, maxLength: AT_MOST.line, description, examples: [example] })

/** What each type is to a visitor. */
export const TYPES = {
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
export function is<const T extends keyof typeof TYPES, const W extends keyof typeof WIDGET_MEANINGS>(
  type: T,
  widget: W,
) {
  return {
    type: Type.Literal(type, { description: TYPES[type] }),
    widget: Type.Literal(widget, { description: WIDGET_MEANINGS[widget] }),
  }
}

/** Whether a press of a button gives the consent of its step. */
export const agrees = Type.Optional(
  Type.Boolean({
    description:
      'On a step with a consent: whether a press gives it. The only button of a step gives it unless it says otherwise; of several, each says which it is. Only a choice may refuse: its answer is the record of that, nothing else that the step asks is then answered, and the consent’s field is not either.',
    examples: [true],
  }),
)

/** A line under the label. */
export const hint = Type.Optional(
  Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.hint,
    description: 'One short line under the label: why we ask, or what to write.',
    examples: ['Five digits, as on a letter.'],
  }),
)

/** The pictures that a card can have. */
export const PICTURES = {
  car: 'a car',
  work: 'a briefcase',
  home: 'a house',
  sun: 'a sun',
  heart: 'a heart',
  coin: 'a coin',
  book: 'an open book',
}
