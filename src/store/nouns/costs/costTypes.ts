/** Costs of visitors. Money is in millionths, times are UTC epoch ms, days are the times when they began in New York. */

/** Words by which a cost is known; null if it isn't known that exactly. */
export interface CostWords {
  campaign: string | null
  aff_id: string | null
  sub1: string | null
  sub2: string | null
  sub3: string | null
  sub4: string | null
  sub5: string | null
}

export interface NewCost extends CostWords {
  day: number
  micros: number
  currency: string
  usd_micros: number
}

export interface NewImport {
  kind: 'file' | 'api' | 'hand'
  /** Name of the file; empty for the other kinds. */
  name: string
  path: string
  source: string
  made_by: string
  at: number
}

/** A cost that counts now. */
export interface LiveCost extends CostWords {
  cost: number
  day: number
  key: string
  micros: number
  currency: string
  usd_micros: number
}

export interface CostRate {
  currency: string
  day: number
  /** Billionths of a dollar for one unit. */
  nano_usd: number
}

/** Text that is the same for costs of which the later import replaces the earlier, if their source and day are the same as well. */
export function costKey(words: CostWords): string {
  const { campaign, aff_id, sub1, sub2, sub3, sub4, sub5 } = words
  return JSON.stringify([campaign, aff_id, sub1, sub2, sub3, sub4, sub5])
}
