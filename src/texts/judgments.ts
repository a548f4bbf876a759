/** Reasons why a flow can’t have asked what a submission answers. */
export const JUDGMENTS = {
  noStep: (step: string) => `The flow has no step '${step}'.`,
  notReached: (step: string) => `The step '${step}' can't be reached yet. An earlier step has no answer.`,
  notShown: (step: string) => `The step '${step}' isn't shown to this visitor.`,
  answerRefused: (answer: string, reason: string) => `The answer '${answer}' was refused: ${reason}.`,
  notAsked: "the step doesn't ask for it",
  answeredTwice: 'it is answered twice',
  noOption: 'there is no such option',
  notFixedValue: "the value isn't the one the flow sets",
  emptyOrOptions: 'it is empty or has options',
  leftUnanswered: (step: string, fields: string) =>
    `The step '${step}' was left without agreeing, so it can't answer ${fields} too.`,
  invalid: 'Answers are missing or invalid.',
  consentMissing: 'The consent text that was shown is missing.',
} as const
