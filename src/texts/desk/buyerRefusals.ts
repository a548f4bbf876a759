/** Reasons why a buyer can't be saved or used. Its values aren't repeated, since they include secrets. */
export const BUYER_REFUSALS = {
  ofFile: (buyer: string) =>
    `${buyer} is defined in BUYERS_FILE. Edit it there, or remove it from the file first.`,
  none: (buyer: string) => `No buyer named ${buyer}.`,
  wrong: (buyer: string, count: number) =>
    `${buyer} wasn't saved. Fix ${count === 1 ? 'the problem' : `the ${count} problems`} and try again.`,
  secretEmpty: 'Enter this secret. None is saved yet.',
  secretElsewhere:
    'Enter this secret again. The host changed, and the saved secret is never sent to a different host.',
  unmarkedTest: (format: string) =>
    `The ${format} format can't mark test leads. The buyer would take the test for a real lead.`,
  testUrl: 'Enter the address where the buyer takes test leads.',
  whole: 'The buyer',
  inBoth: 'BUYERS_FILE has a buyer with the same key, which is used instead.',
  sealed:
    'Its secrets were encrypted with another SECRETS_KEY. Add that key to the setting, or enter the secrets again.',
  outdated: (problem: string) => `This release doesn't accept it: ${problem}`,
} as const
