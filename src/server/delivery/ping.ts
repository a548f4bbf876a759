import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { reachesPerson } from './namesPerson.ts'
import { FORMATS, membersIn, outcomeOf, requestOf } from './formats.ts'
import type { Bid, LeadPost } from './formats/format.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'

/** The ping for a lead: what the buyer may know before it wants the lead, and nothing that could reach the visitor. */
export function pingOf(leadPost: LeadPost, buyer: Buyer, ping: NonNullable<Buyer['ping']>) {
  const lead = Object.fromEntries(
    Object.entries(leadPost.lead).filter(
      ([name, value]) => ping.fields.includes(name) && ![value].flat().some(reachesPerson),
    ),
  )
  return requestOf(
    { ...leadPost, lead, key: `${leadPost.key}-ping`, isPing: true },
    { ...buyer, url: ping.url },
  )
}

/** Interprets a buyer's answer to a ping. A lead is posted only to a buyer that made an offer. */
export function bidOf(buyer: Buyer, answered: { status: number; text: string }): Bid {
  const placed =
    answered.status < 400
      ? FORMATS[buyer.format].readPing?.(membersIn(buyer.format, answered.text) ?? {}, buyer)
      : undefined
  if (placed) return placed
  const outcome = outcomeOf(buyer, answered)
  if (outcome.kind !== 'accepted') return { ...outcome, reason: ATTEMPTS.ping(outcome.reason) }
  const answer = membersIn(buyer.format, answered.text) ?? {}
  const format = FORMATS[buyer.format]
  const pingId = format.bidId(answer)
  const bidId = format.chosenBid?.(answer)
  const { cents, unreadable } = outcome
  const price = { cents, ...(unreadable !== undefined && { unreadable }) }
  if (pingId === null) return { kind: 'bid', pingId: undefined, ...price }
  return typeof pingId === 'string' || typeof pingId === 'number'
    ? {
        kind: 'bid',
        pingId: String(pingId),
        ...(bidId !== undefined && { bidId }),
        ...price,
      }
    : { kind: 'error', reason: ATTEMPTS.noPingId }
}
