import type { NewPayoutRule } from '../../../schemas/desk/payouts.ts'

/** Reasons why the server refuses decisions about payouts. */
export const PAYOUT_REFUSALS = {
  offerOfRegistration: 'A registration belongs to no offer. Leave the offer empty.',
  shareOfNothing: 'Only sales have revenue to share. Set a fixed amount.',
  firstTier: 'The first tier must start at conversion 1.',
  tierOrder: 'Each tier must start after the one before.',
  paysNothing: 'The rule pays nothing. Set an amount or a share.',
  capTwice: (per: string) => `There are two caps per ${per}. Combine them.`,
  emptyCap: 'A cap needs a number of conversions, an amount, or both.',
  overlaps: (rule: number) =>
    `Rule ${rule} already covers this affiliate, event, and offer. Replace that rule instead.`,
  notReplaced: (rule: number) =>
    `Rule ${rule} isn't in force for this affiliate, event, and offer anymore. Reload the page.`,
  noRule: (rule: number) => `Rule ${rule} isn't in force.`,
  noDay: (day: string) => `There is no day ${day}.`,
  daysBackwards: 'The first day is after the last day.',
  notOver: (day: string) => `${day} isn't over yet. Choose a period that ends before today (New York time).`,
  nothingPayable: (affiliate: string, day: string) =>
    `Nothing is payable to ${affiliate} by ${day} that isn't in another statement.`,
  noStatement: (statement: number) => `There is no statement ${statement}.`,
  otherState: (statement: number) => `Statement ${statement} changed in the meantime. Reload the page.`,
  notAboveZero:
    'The total isn’t above zero, so there is nothing to pay. Discard the statement: its payouts carry over to the next one.',
} as const

/** Contradiction in the terms of a rule, and its field; null if there is none. */
export function wrongTerms({ event, offer, terms: { tiers, caps } }: NewPayoutRule) {
  const wrong = (field: string, sentence: string) => ({ field, sentence })
  if (event === 'registration' && offer !== '') return wrong('offer', PAYOUT_REFUSALS.offerOfRegistration)
  if (event !== 'sale' && tiers.some(({ share_bp }) => share_bp > 0))
    return wrong('terms', PAYOUT_REFUSALS.shareOfNothing)
  if (tiers[0]!.from !== 1) return wrong('terms', PAYOUT_REFUSALS.firstTier)
  if (tiers.some(({ from }, i) => i > 0 && from <= tiers[i - 1]!.from))
    return wrong('terms', PAYOUT_REFUSALS.tierOrder)
  if (tiers.every(({ cents, share_bp }) => cents === 0 && share_bp === 0))
    return wrong('terms', PAYOUT_REFUSALS.paysNothing)
  const twice = caps.find(({ per }, i) => caps.findIndex((cap) => cap.per === per) !== i)
  if (twice) return wrong('terms', PAYOUT_REFUSALS.capTwice(twice.per))
  if (caps.some(({ conversions, cents }) => conversions === null && cents === null))
    return wrong('terms', PAYOUT_REFUSALS.emptyCap)
  return null
}
