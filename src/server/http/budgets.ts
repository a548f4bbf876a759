import { LRUCache } from 'lru-cache'
import { BUDGETS, ROW_BYTES } from './limits.ts'
import { networkOf } from './callerNetwork.ts'
import { refusal } from './problem.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'

/** How many bytes the callers of one network may have kept. A carrier's network is one address for thousands of visitors, so
 *  there are two purses: a large one that only sessions pay from which have answered a step, and a small one for all
 *  else. Once a session has answered, the large one pays for what it took from the small one. */
export interface Budgets {
  /** Takes `bytes` from the purse of `ip`. Throws 429 when there is too little in it: then nothing is taken. */
  spend(ip: string, purse: Purse, bytes: number): void
  /** Gives back to `ip` what a session took as a stranger. */
  refund(ip: string, bytes: number): void
}

export type Purse = keyof typeof BUDGETS

/** Charges the network of `ip` with what its visitor has kept. */
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

/** What `written` takes in the store. */
export function bytesOf(written: unknown): number {
  return Buffer.byteLength(JSON.stringify(written)) + ROW_BYTES
}

/** What an arrival takes in the store, a session's first or a click: its own row, and its words, which are counted by, as a
 *  row and in an index. */
export function arrivalBytes(row: unknown, words: unknown): number {
  return pageBytes(row) + 2 * pageBytes(words) + ROW_BYTES
}

/** What a row takes of the database's pages. What is longer than a quarter of one goes on in pages of its own, which it has
 *  to itself; the others are two thirds full. Source: sqlite.org/fileformat2.html, "B-tree Pages". */
function pageBytes(row: unknown): number {
  const bytes = Buffer.byteLength(JSON.stringify(row))
  return bytes <= PAGE_BYTES / 4 ? 1.5 * bytes : PAGE_BYTES * (Math.ceil(bytes / PAGE_BYTES) + 0.25)
}

const PAGE_BYTES = 4096

/** `factor`: of the limits; 0 for none. `now`: epoch ms. */
export function budgets({ factor, now }: { factor: number; now: () => number }): Budgets {
  const networks = new LRUCache<string, Account>({ maxSize: NETWORKS, sizeCalculation: () => 1 })
  const accountOf = (ip: string): Account => {
    const network = networkOf(ip)
    const at = now()
    const account = networks.get(network) ?? { at, strangers: most('strangers'), visitors: most('visitors') }
    const minutes = Math.max(0, at - account.at) / 60_000
    for (const purse of PURSES)
      account[purse] = Math.min(
        most(purse),
        account[purse] + minutes * factor * BUDGETS[purse].bytesPerMinute,
      )
    account.at = at
    networks.set(network, account)
    return account
  }
  const most = (purse: Purse) => BUDGETS[purse].bytes * factor
  return {
    spend(ip, purse, bytes) {
      if (factor === 0) return
      const account = accountOf(ip)
      const missing = bytes - account[purse]
      if (missing > 0) {
        const retryAfterS = Math.ceil((60 * missing) / (factor * BUDGETS[purse].bytesPerMinute))
        throw refusal(429, REFUSALS.tooManyBytes(retryAfterS), {
          retryAfterS,
        })
      }
      account[purse] -= bytes
    },
    refund(ip, bytes) {
      if (factor === 0) return
      const account = accountOf(ip)
      account.strangers = Math.min(most('strangers'), account.strangers + bytes)
    },
  }
}

type Account = Record<Purse, number> & { at: number }

const PURSES = Object.keys(BUDGETS) as Purse[]
/** Some 150 bytes each. */
const NETWORKS = 50_000

/** Whose purse it is: that of who has answered, or of a stranger. */
interface Payer {
  session: { steps: readonly unknown[] }
  bytesAsStranger: number
}
