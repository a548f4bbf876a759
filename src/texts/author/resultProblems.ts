/** What is wrong with ends that depend on answers, and on what became of the visitor's details. */
export const RESULT_PROBLEMS = {
  outcomeInRule: (field: string) => ({
    message: `"${field}" is not known here: what became of the visitor’s details is known at an end alone.`,
    hint: 'Let elements of a step that asks nothing look at it, such as the cases of a result.',
  }),
  noEnd: (step: string) => ({
    message: `The step "${step}" is no end: it can be left, and shows the same to everybody.`,
    hint: 'Move this to a step that asks nothing, or give the step itself display_rules.',
  }),
  unknownBuyer: (buyer: string) => ({ message: `There is no buyer "${buyer}".` }),
  noOrder: (field: string) => ({
    message: `"${field}" is a word, and none is more than another.`,
    hint: 'Compare it by eq or neq.',
  }),
  unknownOutcome: (field: string, arg: string | number | null) => ({
    message: `"${field}" is never ${arg === null ? 'null' : `"${arg}"`}: it always says one of the outcomes.`,
  }),
  outcomes: 'outcomes',
  redirectNowhere: {
    message: 'The redirect says neither an address nor whose page it is.',
    hint: 'Write the address into "link", or name the buyer that says where by "buyer".',
  },
  redirectPlace: (found: string) => ({
    message: `${found} stands outside the values of the query, where it would change which page opens.`,
    hint: 'Write it behind a name and "=", as in https://partner.example/start?state={{field:state}}.',
  }),
  redirectPersonal: (field: string) => ({
    message: `The field "${field}" holds what visitors type, and the redirect does not list it.`,
    hint: `Add it to "personal" and say whose page it is by "buyer", or leave {{field:${field}}} out.`,
  }),
  redirectNobody: {
    message: 'Personal fields are passed on to a buyer who has the visitor’s details, and no buyer is named.',
    hint: 'Say whose page it is by "buyer", or leave "personal" out.',
  },
}
