/** Problems with ends that depend on answers or on what happened to the visitor’s lead. */
export const RESULT_PROBLEMS = {
  outcomeInRule: (field: string) => ({
    message: `"${field}" isn’t known here. What happened to the visitor’s lead is known only at an end.`,
    hint: 'Use it in a step that asks nothing, such as in the cases of a result.',
  }),
  noEnd: (step: string) => ({
    message: `The step "${step}" isn’t an end. Visitors can continue from it, and it shows everyone the same.`,
    hint: 'Move this to a step that asks nothing, or add display_rules to the step itself.',
  }),
  coveredCase: (step: string, nth: number, earlier: number, isForAll: boolean) => ({
    message: `Text ${nth} of the result on "${step}" is never shown. Text ${earlier} ${isForAll ? 'has no rules, so everyone sees it' : 'is shown first whenever its rules are met'}.`,
    hint: isForAll
      ? 'Move the text without rules to the end, or remove what comes after it.'
      : 'Change its rules, move it before the other text, or remove it.',
  }),
  unknownBuyer: (buyer: string) => ({ message: `There is no buyer "${buyer}".` }),
  noOrder: (field: string) => ({
    message: `"${field}" is a word, so it can’t be compared as greater or less.`,
    hint: 'Compare it with eq or neq.',
  }),
  unknownOutcome: (field: string, arg: string | number | null) => ({
    message: `"${field}" is never ${arg === null ? 'null' : `"${arg}"`}. It’s always one of the outcomes.`,
  }),
  outcomes: 'outcomes',
  redirectNowhere: {
    message: 'The redirect has neither an address nor a buyer whose page to open.',
    hint: 'Put the address in "link", or name the buyer that provides the page in "buyer".',
  },
  redirectPlace: (found: string) => ({
    message: `${found} isn’t in a query value, so it could change which page opens.`,
    hint: 'Put it after a name and "=", as in https://partner.example/start?state={{field:state}}.',
  }),
  redirectPersonal: (field: string) => ({
    message: `The redirect passes on "${field}", which visitors type, but doesn’t list it in "personal".`,
    hint: `Add it to "personal" and name the page’s owner in "buyer", or remove {{field:${field}}}.`,
  }),
  redirectNobody: {
    message: 'Personal fields may go only to a buyer that has the visitor’s lead, but no buyer is named.',
    hint: 'Name the page’s owner in "buyer", or remove "personal".',
  },
}
