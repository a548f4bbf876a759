import type { PayoutEvent, PayoutTerms } from '../../../../schemas/desk/payouts.ts'
import type { LedgerEntry } from '../sales/ledgerEntries.ts'

/** The click that an event counts for. `arrival`: absent for the newest one. */
export interface PaidClick {
  session: number
  version: number
  channel: number
  path: string
  aff_id: string
  arrival?: number | undefined
}

/** Something that an affiliate may be paid for: a registration, a new lead, or an entry of the ledger of sales. */
export type PayoutCause = { click: PaidClick; offer: string; at: number } & (
  | { event: Exclude<PayoutEvent, 'sale'> }
  | {
      event: 'sale'
      source: string
      external_id: string
      /** Number in the ledger. */
      entry: number
      /** True for the sale itself. */
      isFirst: boolean
      change: Pick<LedgerEntry, 'kind' | 'sold' | 'cents'>
    }
)

/** A rule as payouts are computed by it. `ended_at`: null while it is in force. */
export interface RuleInForce {
  rule: number
  aff_id: string
  offer: string
  event: PayoutEvent
  terms: PayoutTerms
  hold_days: number
  claw_back: boolean
  metered: boolean
  made_at: number
  ended_at: number | null
}
