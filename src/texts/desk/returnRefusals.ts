/** Why a sale is not taken back, or a statement not read. */
export const RETURN_REFUSALS = {
  noDelivery: (delivery: number) => `There is no delivery ${delivery}.`,
  notSold: 'Nothing was sold by this delivery yet: there is nothing to take back.',
  returnedBefore: 'This sale was taken back before: the list of returns has it.',
  unknownBuyer: (buyer: string) => `No lead ever went to "${buyer}": choose a buyer that leads went to.`,
  tooManyLines: (lines: number, most: number) =>
    `The file has ${lines.toLocaleString('en-US')} lines: at most ${most.toLocaleString('en-US')} are taken at once. Split it.`,
  noBase64: 'The file did not arrive whole: send it again.',
  rangeHalf: 'Say both the first and the last day, or neither.',
  statementsWait:
    'Two statements are being matched, and no more can be at once: try again when one of them is done.',
  statementTooLong: 'The statement took too long to read: split it.',
  statementTooLarge: 'The statement needs too much memory to be read: split it, or save it as CSV.',
}
