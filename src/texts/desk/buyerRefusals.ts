/** Why a buyer cannot be saved or is not used. No value of it is repeated: it holds secrets. */
export const BUYER_REFUSALS = {
  ofFile: (buyer: string) =>
    `The buyer ${buyer} is in the file of BUYERS_FILE: change it there, or take it out of the file first.`,
  none: (buyer: string) => `There is no buyer ${buyer}.`,
  wrong: (buyer: string, count: number) =>
    `Nothing was saved: ${count === 1 ? 'a part' : `${count} parts`} of ${buyer} ${count === 1 ? 'is' : 'are'} not right.`,
  secretEmpty: 'Enter this secret: none is kept.',
  secretElsewhere:
    'Enter this secret again: the buyer goes to another host, and what is kept is not sent there.',
  unmarkedTest: (format: string) =>
    `The format ${format} has no mark for tests: the buyer would take the test for a real lead.`,
  testUrl: 'Say where the buyer takes tests.',
  whole: 'The buyer',
  inBoth: 'The file of BUYERS_FILE has a buyer of the same key, and that one is used.',
  sealed: 'Its secrets were sealed with another SECRETS_KEY: give that one too, or save its secrets again.',
  outdated: (problem: string) => `This release refuses it: ${problem}`,
} as const
