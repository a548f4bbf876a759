/** Reasons why a sale can't be returned or a statement can't be read. */
export const RETURN_REFUSALS = {
  noDelivery: (delivery: number) => `Delivery ${delivery} doesn't exist.`,
  noSale: (id: string) => `No sale ${id} in the ledger.`,
  noName: 'Name the sale, by its delivery or by its buyer and ID.',
  notSold: "This delivery hasn't led to a sale, so there's nothing to return.",
  returnedBefore: 'This sale was already returned. See the list of returns.',
  unknownBuyer: (buyer: string) => `No lead was ever sent to "${buyer}". Choose another buyer.`,
  noBase64: 'The upload was incomplete. Try again.',
  rangeHalf: 'Enter both the first and the last day, or leave both empty.',
  statementsWait: 'Other files are being read. Try again in a moment.',
}
