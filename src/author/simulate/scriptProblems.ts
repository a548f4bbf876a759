/** Problems with an answer script for a flow. */
export const SCRIPT_PROBLEMS = {
  unknownField: (step: string, field: string) => ({
    message: `The step "${step}" doesn’t ask for "${field}".`,
  }),
  unknownOption: (field: string, value: string) => ({ message: `"${field}" is never "${value}".` }),
  unknownStep: (step: string) => ({ message: `The flow has no step "${step}".` }),
  refusedAnswer: (step: string, what: string, message: string) => ({
    message: `The step "${step}" doesn’t accept ${what}: ${message}.`,
  }),
  notAsked: (step: string) => ({
    message: `The step "${step}" isn’t shown to this visitor.`,
    hint: 'Remove its answers, or change the answers that skip it.',
  }),
  filledIn: 'Filled in by a verification',
  asksNothing: 'The step doesn’t ask for anything. Use {}.',
  fieldsAsked: 'fields it asks for',
  takesList: (field: string) => `"${field}" takes a list.`,
  takesOne: (field: string) => `"${field}" takes one value.`,
  writeList: 'Put the checked values in [ ].',
  writeText: 'Write text in double quotes.',
  stepsOfOffer: 'steps of this offer',
  its: (field: string) => `its "${field}"`,
  goingOn: (field: string) => `continuing without "${field}"`,
  enterPossible: 'Use an answer that a visitor could give.',
  norMore: (more: number) => (more === 1 ? ', nor is 1 more' : `, nor are ${more} more`),
  flowAfter: (step: string, others: string) =>
    `The step "${step}" isn’t reached${others}. The flow starts after it.`,
  visitorBefore: (step: string, others: string, current: string) =>
    `The step "${step}" isn’t reached${others}. The visitor is still at "${current}".`,
  removeAnswers: 'Remove its answers.',
  answerCurrent: (current: string) => `Answer "${current}", or remove the answers after it.`,
  trace: {
    goesOn: (found: string) => `The trace continues with "${found}".`,
    ends: (wanted: string) => `The trace ends before "${wanted}".`,
    has: (found: string, wanted: string) => `The trace has "${found}" instead of "${wanted}".`,
  },
  actions: {
    goesOn: (found: string) => `The action "${found}" runs, but isn’t expected.`,
    ends: (wanted: string) => `The action "${wanted}" is expected, but doesn’t run.`,
    has: (found: string, wanted: string) => `The action "${found}" runs instead of "${wanted}".`,
  },
  ends: {
    goesOn: (found: string) => `The end also shows "${found}".`,
    ends: (wanted: string) => `The end doesn’t show "${wanted}".`,
    has: (found: string, wanted: string) => `The end shows "${found}" instead of "${wanted}".`,
  },
  correctAny: 'Correct the answers, the flow, or the expected result.',
  removeStep: 'Remove the step, or the answers that skip it.',
}
