/** Outcomes of a visitor's details, the best one among all buyers first. */
export const RESULT_MEANINGS = {
  accepted: 'a buyer has them, also when it had them before',
  waiting: 'they are on their way, or a buyer has not answered yet',
  rejected: 'no buyer took them, or they did not arrive',
  kept: 'they are not sold: Global Privacy Control, Do Not Sell, or somebody asked for it',
  unfit: 'the visitor agreed, and the rules of the actions let nothing be sent',
  declined: 'the visitor came by a lead and did not agree',
  nothing: 'the visitor came by no lead',
} as const
