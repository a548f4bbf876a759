/** What is wrong with an answer script, held against a flow. */
export const SCRIPT_PROBLEMS = {
  unknownField: (step: string, field: string) => ({
    message: `The step "${step}" does not ask for "${field}".`,
  }),
  unknownOption: (field: string, value: string) => ({ message: `"${field}" is never "${value}".` }),
  unknownStep: (step: string) => ({ message: `The flow has no step "${step}".` }),
  refusedAnswer: (step: string, what: string, message: string) => ({
    message: `The step "${step}" refuses ${what}: ${message}.`,
  }),
  notAsked: (step: string) => ({
    message: `The step "${step}" is not shown to this visitor.`,
    hint: 'Remove its answers, or change those that lead past it.',
  }),
  filledIn: 'Filled in by a check',
  asksNothing: 'It asks for nothing: write {}.',
  fieldsAsked: 'fields that it asks',
  takesList: (field: string) => `"${field}" takes a list.`,
  takesOne: (field: string) => `"${field}" takes one value.`,
  writeList: 'Write the ticked values in [ ].',
  writeText: 'Write a text in double quotes.',
  stepsOfOffer: 'steps of this offer',
  its: (field: string) => `its "${field}"`,
  goingOn: (field: string) => `to go on without "${field}"`,
  enterPossible: 'Enter what a visitor could.',
  norMore: (more: number) => `, nor ${more} more`,
  flowAfter: (step: string, others: string) =>
    `The step "${step}" is not reached${others}: the flow starts after it.`,
  visitorBefore: (step: string, others: string, current: string) =>
    `The step "${step}" is not reached${others}: the visitor still stands at "${current}".`,
  removeAnswers: 'Remove its answers.',
  answerCurrent: (current: string) => `Answer "${current}", or remove what comes after it.`,
  trace: {
    goesOn: (found: string) => `The trace goes on with "${found}".`,
    ends: (wanted: string) => `The trace ends before "${wanted}".`,
    has: (found: string, wanted: string) => `The trace has "${found}" where "${wanted}" is expected.`,
  },
  actions: {
    goesOn: (found: string) => `The action "${found}" is due, and not expected.`,
    ends: (wanted: string) => `The action "${wanted}" is expected, and not due.`,
    has: (found: string, wanted: string) => `The action "${found}" is due where "${wanted}" is expected.`,
  },
  ends: {
    goesOn: (found: string) => `The end also shows "${found}".`,
    ends: (wanted: string) => `The end does not show "${wanted}".`,
    has: (found: string, wanted: string) => `The end shows "${found}" where "${wanted}" is expected.`,
  },
  correctAny: 'Correct the answers, the flow or what is expected.',
  removeStep: 'Remove the step, or the answers that lead by it.',
}
