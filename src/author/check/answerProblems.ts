/** Problems with questions, their answers and options, and the fields they fill. */
export const ANSWER_PROBLEMS = {
  exclusiveTwice: (option: string, first: string) => ({
    message: `Both "${option}" and "${first}" exclude all other options.`,
    hint: 'Keep "exclusive" on only one of them.',
  }),
  exclusiveAlone: (option: string) => ({
    message: `"${option}" excludes all other options, but there are no others.`,
    hint: 'Add the options that it excludes, or remove "exclusive".',
  }),
  separatorInValue: (value: string) => ({
    message: `"${value}" contains a comma. Buyers that get the checked options as one text can’t tell it from two options.`,
    hint: 'Use a value without a comma. Buyers that get arrays, or whose "list_separator" is something else, aren’t affected.',
  }),
  exclusiveMisfit: (option: string, widget: string) => ({
    message: `"${option}" can’t exclude other options, because the widget ${widget} allows only one choice.`,
    hint: 'Remove "exclusive", or use the widget multi_select.',
  }),
  answersMissing: (widget: string, all: string, question: string, missing: string, added: string) => ({
    message: `The widget ${widget} needs the answers ${all}, but "${question}" is missing ${missing}.`,
    hint: `Add ${added} to the answers of "${question}".`,
  }),
  unknownAnswer: (question: string, answer: string) => ({
    message: `The question "${question}" has no answer "${answer}".`,
  }),
  noOptions: (widget: string, answer: string) => ({
    message: `The widget ${widget} has nothing to choose from because the answer "${answer}" has no options.`,
    hint: `Add "options" to the answer "${answer}", or use an input.`,
  }),
  noValue: (widget: string, answer: string) => ({
    message: `A ${widget} records the answer’s backend_field_value, but "${answer}" doesn’t have one.`,
    hint: `Add "backend_field_value" to the answer "${answer}".`,
  }),
  unknownQuestion: (key: string) => ({ message: `There is no question "${key}".` }),
  optionTwice: (key: string, id: string, verb: string, value: string, member: string) => ({
    message: `Two options of "${key}.${id}" ${verb} "${value}".`,
    hint: `Give each option its own ${member}.`,
  }),
  serverField: (field: string) => ({
    message: `The field "${field}" isn’t available here. The server computes it when it creates a lead.`,
    hint: 'Use a field that a step asks for, or one that is computed during the visit.',
  }),
  unknownField: (field: string) => ({ message: `No step asks for the field "${field}".` }),
  listInFrom: (field: string) => ({
    message: `The field "${field}" is a list of checked options, but a computation needs a single text.`,
    hint: 'Name a field with a single text. An option can have its own field.',
  }),
  noParameter: {
    message: 'The computed field doesn’t name its address parameter.',
    hint: 'Add "parameter", such as "utm_source".',
  },
  unusedParameter: (compute: string) => ({
    message: `${compute} doesn’t take an address parameter.`,
    hint: 'Remove "parameter", or use "compute": "address_parameter".',
  }),
  ownParameter: (parameter: string) => ({
    message: `The address parameter ${parameter} isn’t saved with a visit.`,
    hint: 'Use another parameter in your links.',
  }),
  wrongFrom: (compute: string, needs: string, named: number) => ({
    message: `The computation ${compute} takes ${needs}, but "from" names ${named}.`,
  }),
  unknownOption: (field: string, arg: string | number) => ({
    message: `The field "${field}" is never "${arg}".`,
  }),
  textOrder: (field: string, other: string, arg: string | number) => ({
    message: `The field "${field}" can be "${other}". It would be compared with "${arg}" letter by letter, because one of them isn’t a number.`,
    hint: 'Write both as plain numbers, such as 100, or compare the values with eq.',
  }),
  computedAnswer: (name: string) => ({
    message: `A step asks for "${name}", but the computed value would replace the answer.`,
    hint: 'Give the computed field its own name.',
  }),
  mixedField: (field: string) => ({
    message: `"${field}" would be yes or no here, but it’s also the answer to another question.`,
    hint: 'Give the option its own field.',
  }),
  leadName: (name: string, leadNames: string) => ({
    message: `Leads set "${name}" themselves, which would replace the answer.`,
    hint: `Use another name. Leads set ${leadNames}, and every name that ends in _checked.`,
  }),
  answersOf: (question: string) => `answers of "${question}"`,
  valuesOf: (field: string) => `values of "${field}"`,
  sameValue: 'record the same value',
  isQuestion: (field: string, recorded: string) => `"${field}" is a question. It’s recorded as ${recorded}.`,
  fromFields: (needed: string) => `In "from", name the field with the ${needed}.`,
  thenThat: ', then the field with the ',
}
