import type { PayoutCap, PayoutTerms, PayoutTier } from '../../../../schemas/desk/payouts.ts'
import type { LedgerEntry } from '../sales/ledgerEntries.ts'

/** Arithmetic of payouts. Money is integer cents. */

export const PERIODS = ['day', 'month', 'total'] as const
export type Period = (typeof PERIODS)[number]

/** Conversions that a rule paid for in a period, and the most that they were ever worth. */
export interface Meter {
  conversions: number
  cents: number
}
export type Meters = Record<Period, Meter>

/** State of a conversion, as the entries of its sale left it. `sold`, `booked`: the sums of `sold` of all entries, and of those of the
 *  kind `sale`; of a lead, those of all its sales. */
export interface Worth {
  event: 'registration' | 'lead' | 'sale'
  fixed_cents: number
  share_bp: number
  claw_back: boolean
  amount_cents: number
  left_cents: number
  sold: number
  booked: number
}

/** True if conversions under these terms depend on earlier ones. */
export const isMetered = ({ tiers, caps }: PayoutTerms): boolean => tiers.length > 1 || caps.length > 0

/** Tier of the next conversion. The month's conversions count, also those that a cap made worth less. */
export function tierOf({ tiers }: PayoutTerms, { month }: Meters): PayoutTier {
  return tiers.findLast(({ from }) => from <= month.conversions + 1)!
}

/** True if a cap on conversions is reached, so that the next one pays nothing. */
export function isFull({ caps }: PayoutTerms, meters: Meters): boolean {
  return caps.some(({ per, conversions }) => conversions !== null && meters[per].conversions >= conversions)
}

/** Most cents that caps still allow. */
export function roomIn(caps: readonly PayoutCap[], meters: Meters): number {
  const rooms = caps.map(({ per, cents }) => (cents === null ? Infinity : cents - meters[per].cents))
  return Math.max(0, Math.min(Infinity, ...rooms))
}

/** Payout of a conversion before caps. Without clawing back, a sale that was reversed is still worth nothing, because it never was
 *  one. */
export function worthOf({ event, fixed_cents, share_bp, claw_back, ...state }: Worth): number {
  const { amount_cents, left_cents, sold, booked } = state
  if (event === 'registration') return fixed_cents
  if (event === 'lead') return claw_back && booked > 0 && sold <= 0 ? 0 : fixed_cents
  if (booked <= 0 || (claw_back && sold <= 0)) return 0
  return fixed_cents + shareOf(claw_back ? left_cents : amount_cents, share_bp)
}

/** A share of revenue, in hundredths of a percent, rounded to the nearest cent; half a cent goes up. The only place where payouts are
 *  rounded. */
export function shareOf(cents: number, share_bp: number): number {
  return Math.floor((cents * share_bp + 5000) / 10_000)
}

/** Adds an entry of a sale to the state of its conversion. */
export function withEntry<State extends Pick<Worth, 'amount_cents' | 'left_cents' | 'sold' | 'booked'>>(
  state: State,
  { kind, sold, cents }: Pick<LedgerEntry, 'kind' | 'sold' | 'cents'>,
): State {
  return {
    ...state,
    amount_cents: state.amount_cents + (kind === 'return' ? 0 : cents),
    left_cents: state.left_cents + cents,
    sold: state.sold + sold,
    booked: state.booked + (kind === 'sale' ? sold : 0),
  }
}
