/** Outcomes of a visitor's details, the best one among all buyers first. */
export const RESULT_MEANINGS = {
  accepted: 'a buyer accepted the lead, or already had it',
  waiting: 'the lead is on its way, or a buyer hasn’t responded yet',
  rejected: 'no buyer accepted the lead, or it couldn’t be delivered',
  kept: 'the lead isn’t sold because of Global Privacy Control, Do Not Sell, or a request',
  unfit: 'the visitor agreed, but the rules of the actions don’t send a lead',
  declined: 'the visitor reached a lead but didn’t agree',
  nothing: 'the visitor didn’t reach a lead',
} as const
