/** Why a sale is not taken back, or a statement not read. */
export const RETURN_REFUSALS = {
  noDelivery: (delivery: number) => `There is no delivery ${delivery}.`,
  notSold: 'Nothing was sold by this delivery yet: there is nothing to take back.',
  returnedBefore: 'This sale was taken back before: the list of returns has it.',
  unknownBuyer: (buyer: string) => `No lead ever went to "${buyer}": choose a buyer that leads went to.`,
  noBase64: 'The file did not arrive whole: send it again.',
  rangeHalf: 'Say both the first and the last day, or neither.',
  statementsWait: 'Other files are being read. Try again in a moment.',
}
