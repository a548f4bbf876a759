/** Reasons why a buyer can't be saved or used. Its values aren't repeated, since they include secrets. */
export const BUYER_REFUSALS = {
  ofFile: (buyer: string) =>
    `${buyer} is set up in a file on the server, so it can’t be changed here. Ask the person who runs the server to change it.`,
  none: (buyer: string) => `No buyer named ${buyer}.`,
  wrong: (buyer: string, count: number) =>
    `${buyer} wasn't saved. Fix ${count === 1 ? 'the problem' : `the ${count} problems`} and try again.`,
  secretEmpty: 'Enter this secret. None is saved yet.',
  secretElsewhere:
    'Enter this secret again. The host changed, and the saved secret is never sent to a different host.',
  unmarkedTest: (format: string) =>
    `The ${format} format can't mark test leads. The buyer would take the test for a real lead.`,
  testUrl: 'Enter the address where the buyer takes test leads.',
  localOff: 'Ask the person who runs the server to allow them.',
  whole: 'The buyer',
  inBoth: 'A file on the server has a buyer with the same name, which is used instead.',
  sealed:
    'Its secrets were encrypted with another SECRETS_KEY. Add that key to the setting, or enter the secrets again.',
  outdated: (problem: string) => `This release doesn't accept it: ${problem}`,
} as const
