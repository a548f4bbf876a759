import type { Buckets } from './buckets.ts'
import { networkOf } from './callerNetwork.ts'
import { UNKNOWN_TOKENS } from './limits.ts'
import { refusal } from '../kernel/problem.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

/** Calls with session tokens that match no session, by network. */
export interface TokenTries {
  /** Throws 429 if the network of `ip` made too many. Call this before asking the store, so that a flood of made-up tokens doesn't
   *  become a flood of reads. */
  check(ip: string): void
  /** Counts one. */
  count(ip: string): void
}

/** `factor` of the limits; 0 turns them off. */
export function tokenTries(buckets: Buckets, factor: number): TokenTries {
  const costMs = 60_000 / (UNKNOWN_TOKENS.perMinute * factor)
  const bucketOf = (ip: string) => ({
    name: `tokens ${networkOf(ip)}`,
    fullMs: UNKNOWN_TOKENS.atOnce * factor * costMs,
  })
  return {
    check(ip) {
      const missingMs = factor === 0 ? 0 : buckets.missing(bucketOf(ip), costMs)
      if (missingMs > 0)
        throw refusal(429, REFUSALS.tooManyUnknownTokens, { retryAfterS: Math.ceil(missingMs / 1000) })
    },
    count(ip) {
      if (factor > 0) buckets.take(bucketOf(ip), costMs)
    },
  }
}
