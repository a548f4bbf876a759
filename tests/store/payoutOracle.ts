import type { NewPayoutRule, PayoutEvent } from '../../schemas/desk/payouts.ts'
import type { LedgerEntry } from '../../src/store/nouns/sales/ledgerEntries.ts'

/** Works out what affiliates are paid from what happened, by other means than the store: whole histories are looked through for each
 *  figure, days are dates as text, and shares are divided as BigInt. */

/** A rule with the time in which it was in force; `to` is null while it is. `made`, `ended`: numbers of causes that were booked before. */
export interface PastRule extends NewPayoutRule {
  rule: number
  from: number
  to: number | null
  made: number
  ended: number
}

/** Something that happened. `sale`: the ID of a sale. */
export interface PastCause {
  event: PayoutEvent
  visit: number
  aff_id: string
  offer: string
  sale: string
  at: number
  entry?: Pick<LedgerEntry, 'kind' | 'ref' | 'sold' | 'cents'>
}

/** Entry that the ledger of payouts must have. `payable`: a date. */
export interface ExpectedPayout {
  aff_id: string
  event: PayoutEvent
  offer: string
  visit: number
  cents: number
  at: number
  payable: string
  isFirst: boolean
}

interface Paid {
  key: string
  rule: PastRule
  cause: PastCause
  tier: { cents: number; share_bp: number }
  isFull: boolean
  /** The most that it was worth so far. */
  peak: number
  balance: number
  entries: NonNullable<PastCause['entry']>[]
}

export function expectedPayouts(causes: readonly PastCause[], rules: readonly PastRule[]): ExpectedPayout[] {
  const paid: Paid[] = []
  const expected: ExpectedPayout[] = []
  const reach = (one: Paid, worth: number, { at }: PastCause, isFirst: boolean) => {
    const room = one.rule.terms.caps.map(({ per, cents }) =>
      cents === null
        ? Infinity
        : cents -
          sum(paid.filter((other) => other !== one && isSamePeriod(other, one, per)).map(({ peak }) => peak)),
    )
    const most = Math.max(one.peak, Math.min(worth, ...room))
    one.peak = Math.max(one.peak, most, 0)
    const balance = Math.min(worth, one.peak)
    const { aff_id, event, offer, visit } = one.cause
    const held = plusDays(dateOf(one.cause.at), one.rule.hold_days)
    const payable = [dateOf(at), held].sort().at(-1)!
    if (balance !== one.balance)
      expected.push({ aff_id, event, offer, visit, cents: balance - one.balance, at, payable, isFirst })
    one.balance = balance
  }
  for (const [n, cause] of causes.entries()) {
    const isNew = cause.event !== 'sale' || cause.entry!.ref === ''
    const key = keyOf(cause)
    const known = paid.find((one) => one.key === key)
    if (isNew && !known) {
      const rule = ruleOf(cause, n, rules)
      if (rule) {
        const one: Paid = {
          key,
          rule,
          cause,
          tier: rule.terms.tiers[0]!,
          isFull: false,
          peak: 0,
          balance: 0,
          entries: cause.entry ? [cause.entry] : [],
        }
        const inPeriod = (per: 'day' | 'month' | 'total') =>
          paid.filter((other) => !other.isFull && isSamePeriod(other, one, per)).length
        one.isFull = rule.terms.caps.some(
          ({ per, conversions }) => conversions !== null && inPeriod(per) >= conversions,
        )
        for (const tier of rule.terms.tiers) if (inPeriod('month') + 1 >= tier.from) one.tier = tier
        reach(one, one.isFull ? 0 : worthOf(one), cause, true)
        paid.push(one)
      }
    } else if (known && !isNew) {
      known.entries.push(cause.entry!)
      reach(known, known.isFull ? 0 : worthOf(known), cause, false)
    }
    if (cause.event !== 'sale') continue
    const lead = paid.find(({ key }) => key === keyOf({ ...cause, event: 'lead', sale: '' }))
    if (!lead) continue
    lead.entries.push(cause.entry!)
    reach(lead, lead.isFull ? 0 : worthOf(lead), cause, false)
  }
  return expected
}

const keyOf = ({ event, visit, offer, sale }: PastCause) => [event, visit, offer, sale].join(' ')

/** Rule of the cause that was booked as number `n`: one that was known by then, and in force when it happened. */
function ruleOf(
  { event, aff_id, offer, at }: PastCause,
  n: number,
  rules: readonly PastRule[],
): PastRule | undefined {
  const isInForce = ({ made, ended, from, to }: PastRule) =>
    made <= n && from <= at && (to === null || ended > n || at < to)
  return [offer, '']
    .flatMap((of) => rules.filter((rule) => rule.offer === of))
    .find((rule) => rule.event === event && rule.aff_id === aff_id && isInForce(rule))
}

function worthOf({ cause: { event }, rule, tier, entries }: Paid): number {
  const counts = sum(entries.map(({ sold }) => sold)) > 0
  const isBooked = sum(entries.filter(({ kind }) => kind === 'sale').map(({ sold }) => sold)) > 0
  if (event === 'registration') return tier.cents
  if (event === 'lead') {
    const wasSold = entries.length > 0
    // A sale that was undone with nothing else left of it never was one.
    return rule.claw_back && wasSold && isBooked && !counts ? 0 : tier.cents
  }
  const gone = rule.claw_back ? !counts || !isBooked : !isBooked
  const base = entries.filter(({ kind }) => rule.claw_back || kind !== 'return').map(({ cents }) => cents)
  return gone ? 0 : tier.cents + rounded(BigInt(sum(base)) * BigInt(tier.share_bp))
}

/** Ten-thousandths as a whole number, half up. */
function rounded(tenThousandths: bigint): number {
  const [whole, rest] = [tenThousandths / 10_000n, tenThousandths % 10_000n]
  return Number(whole) + (rest >= 5000n ? 1 : 0)
}

function isSamePeriod(a: Paid, b: Paid, per: 'day' | 'month' | 'total'): boolean {
  const letters = { day: 10, month: 7, total: 0 }[per]
  const [first, second] = [a, b].map(({ cause }) => dateOf(cause.at).slice(0, letters))
  return a.rule === b.rule && first === second
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

const NEW_YORK = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
const dates = new Map<number, string>()

/** Date in New York. */
export function dateOf(at: number): string {
  const known = dates.get(at) ?? NEW_YORK.format(at)
  dates.set(at, known)
  return known
}

function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
