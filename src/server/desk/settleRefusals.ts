/** Refusals of calls about money in doubt. */
export const SETTLE_REFUSALS = {
  noEntry: (entry: number) => `Entry ${entry} doesn't exist, or it is settled.`,
  noSale: "The ledger has no sale for this, so there's nothing to change. Ask the buyer, or dismiss it.",
  noUndo: "This can't be undone anymore. Reverse the booking on the page of its lead instead.",
  unknownBuyer: (buyer: string) => `No lead was ever sent to "${buyer}". Use the buyer's key in the flows.`,
} as const
