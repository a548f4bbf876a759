/** What is wrong with questions, their answers and options, and with the fields that they fill. */
export const ANSWER_PROBLEMS = {
  exclusiveTwice: (option: string, first: string) => ({
    message: `"${option}" excludes all other options, and "${first}" does already.`,
    hint: 'Leave "exclusive" at one of them.',
  }),
  exclusiveAlone: (option: string) => ({
    message: `"${option}" excludes all other options, and there are none.`,
    hint: 'Add the options that it excludes, or remove "exclusive".',
  }),
  exclusiveMisfit: (option: string, widget: string) => ({
    message: `"${option}" cannot exclude others: of the widget ${widget}, one option is chosen at a time.`,
    hint: 'Remove "exclusive", or use the widget multi_select.',
  }),
  answersMissing: (widget: string, all: string, question: string, missing: string, added: string) => ({
    message: `The widget ${widget} needs the answers ${all}; "${question}" lacks ${missing}.`,
    hint: `Add ${added} to the answers of "${question}".`,
  }),
  unknownAnswer: (question: string, answer: string) => ({
    message: `The question "${question}" has no answer "${answer}".`,
  }),
  noOptions: (widget: string, answer: string) => ({
    message: `The widget ${widget} has nothing to choose from: the answer "${answer}" has no options.`,
    hint: `Add "options" to the answer "${answer}", or use an input.`,
  }),
  noValue: (widget: string, answer: string) => ({
    message: `A ${widget} records the answer’s backend_field_value, and "${answer}" has none.`,
    hint: `Add "backend_field_value" to the answer "${answer}".`,
  }),
  unknownQuestion: (key: string) => ({ message: `There is no question "${key}".` }),
  optionTwice: (key: string, id: string, verb: string, value: string, member: string) => ({
    message: `Two options of "${key}.${id}" ${verb} "${value}".`,
    hint: `Give each option a ${member} of its own.`,
  }),
  serverField: (field: string) => ({
    message: `The field "${field}" is not known here: the server computes it when a lead is made.`,
    hint: 'Look at a field that a step answers, or at one that is computed on the way.',
  }),
  unknownField: (field: string) => ({ message: `No step answers the field "${field}".` }),
  listInFrom: (field: string) => ({
    message: `The field "${field}" is a list of what was ticked, and a computation takes one text.`,
    hint: 'Name a field that holds one text: an option may have a field of its own.',
  }),
  wrongFrom: (compute: string, needs: string, named: number) => ({
    message: `The computation ${compute} takes ${needs}; "from" names ${named}.`,
  }),
  unknownOption: (field: string, arg: string | number) => ({
    message: `The field "${field}" is never "${arg}".`,
  }),
  textOrder: (field: string, other: string, arg: string | number) => ({
    message: `The field "${field}" can be "${other}", which is compared with "${arg}" letter by letter: one of them is no number.`,
    hint: 'Write both as plain numbers, such as 100, or name the values with eq.',
  }),
  computedAnswer: (name: string) => ({
    message: `A step asks for "${name}", and what is computed would replace the answer.`,
    hint: 'Give the computed field a name of its own.',
  }),
  mixedField: (field: string) => ({
    message: `"${field}" would be yes or no here, and is the answer to another question.`,
    hint: 'Give the option a field of its own.',
  }),
  leadName: (name: string, leadNames: string) => ({
    message: `A lead itself sets "${name}", and would replace what the field holds.`,
    hint: `Use another name: a lead sets ${leadNames}, and every name that ends with _checked.`,
  }),
  answersOf: (question: string) => `answers of "${question}"`,
  valuesOf: (field: string) => `values of "${field}"`,
  sameValue: 'record the same value',
  isQuestion: (field: string, recorded: string) => `"${field}" is a question: it is recorded as ${recorded}.`,
  fromFields: (needed: string) => `Let "from" name the field of the ${needed}.`,
  thenThat: ', then that of the ',
}
