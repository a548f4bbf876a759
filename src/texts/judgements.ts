/** Why a flow cannot have asked what a submission answers. */
export const JUDGEMENTS = {
  noStep: (step: string) => `The flow has no step '${step}'.`,
  notReached: (step: string) => `The step '${step}' cannot be reached yet: an earlier one has no answer.`,
  notShown: (step: string) => `The step '${step}' is not shown to this visitor.`,
  answerRefused: (answer: string, reason: string) => `The answer '${answer}' is refused: ${reason}.`,
  notAsked: 'the step does not ask this',
  answeredTwice: 'it is answered twice',
  noOption: 'there is no such option',
  notFixedValue: 'the value is not the one that the flow fixes',
  emptyOrOptions: 'it is empty or has options',
  leftUnanswered: (step: string, fields: string) =>
    `The step '${step}' was left without agreeing, so it cannot answer ${fields} as well.`,
  invalid: 'Answers are missing or not valid.',
  consentMissing: 'The consent text that was shown is missing.',
} as const
