import type { Bucket, Buckets } from './buckets.ts'
import { BUDGETS, ROW_BYTES } from './limits.ts'
import { networkOf } from './callerNetwork.ts'
import { refusal } from '../kernel/problem.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { MINUTE_MS } from '../../time/durations.ts'

/** Limits the bytes that callers of one network may have stored. A carrier's network is one address for thousands of visitors, so there
 *  are two purses: a large one for sessions that have answered a step, and a small one for everything else. Once a session has answered,
 *  the large one pays back what it took from the small one. */
export interface Budgets {
  /** Takes `bytes` from the purse of `ip`. Throws 429 and takes nothing if it has too little. */
  spend(ip: string, purse: Purse, bytes: number): void
  /** Returns the bytes to `ip` that a session took as a stranger. */
  refund(ip: string, bytes: number): void
}

export type Purse = keyof typeof BUDGETS

/** Charges the network of `ip` for data that is stored for its visitor. */
export function spendFor(
  { budgets }: { budgets: Budgets },
  visitor: Payer,
  { ip, bytes }: { ip: string; bytes: number },
): void {
  const purse = purseOf(visitor)
  budgets.spend(ip, purse, bytes)
  if (purse === 'strangers') visitor.bytesAsStranger += bytes
}

export function purseOf({ session }: Payer): Purse {
  return session.steps.length === 0 ? 'strangers' : 'visitors'
}

/** Bytes that `written` takes in the store. */
export function bytesOf(written: unknown): number {
  return Buffer.byteLength(JSON.stringify(written)) + ROW_BYTES
}

/** Bytes that an arrival takes in the store, whether a session's first one or a click. Its parameters are stored twice, as a row and in
 *  an index, so that they can be counted by. */
export function arrivalBytes(row: unknown, words: unknown): number {
  return pageBytes(row) + 2 * pageBytes(words) + ROW_BYTES
}

/** Bytes that a row takes of the database's pages. A row longer than a quarter of a page continues in pages of its own; shared pages are
 *  two thirds full. Source: sqlite.org/fileformat2.html, "B-tree Pages". */
function pageBytes(row: unknown): number {
  const bytes = Buffer.byteLength(JSON.stringify(row))
  return bytes <= PAGE_BYTES / 4 ? 1.5 * bytes : PAGE_BYTES * (Math.ceil(bytes / PAGE_BYTES) + 0.25)
}

const PAGE_BYTES = 4096

/** `factor` of the limits; 0 turns them off. */
export function budgets(buckets: Buckets, factor: number): Budgets {
  const bucketOf = (ip: string, purse: Purse): Bucket => ({
    name: `${purse} ${networkOf(ip)}`,
    fullMs: (BUDGETS[purse].bytes * MINUTE_MS) / BUDGETS[purse].bytesPerMinute,
  })
  const cost = (purse: Purse, bytes: number) => (bytes * MINUTE_MS) / (BUDGETS[purse].bytesPerMinute * factor)
  return {
    spend(ip, purse, bytes) {
      if (factor === 0) return
      const bucket = bucketOf(ip, purse)
      const missingMs = buckets.missing(bucket, cost(purse, bytes))
      if (missingMs > 0) {
        const retryAfterS = Math.ceil(missingMs / 1000)
        throw refusal(429, REFUSALS.tooManyBytes(retryAfterS), { retryAfterS })
      }
      buckets.take(bucket, cost(purse, bytes))
    },
    refund(ip, bytes) {
      if (factor > 0) buckets.take(bucketOf(ip, 'strangers'), -cost('strangers', bytes))
    },
  }
}

/** The owner of a purse: a visitor who has answered, or a stranger. */
interface Payer {
  session: { steps: readonly unknown[] }
  bytesAsStranger: number
}
