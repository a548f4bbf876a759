import type { CostProblem } from '../../../schemas/desk/costs.ts'
import { COST_WORDS } from '../../../schemas/desk/costs.ts'
import {
  costKey,
  type CostRate,
  type CostWords,
  type LiveCost,
  type NewCost,
} from '../../store/nouns/costs/costTypes.ts'
import { COST_FILE } from './costWords.ts'
import type { CostLine } from './costFile.ts'

/** Costs of lines, one for each key of a day and in dollars besides, and what is wrong with the others. */
export function pricedCosts(
  lines: readonly CostLine[],
  rates: readonly CostRate[],
): { costs: NewCost[]; problems: CostProblem[] } {
  const rateOf = new Map(rates.map(({ currency, day, nano_usd }) => [`${day} ${currency}`, nano_usd]))
  const problems: CostProblem[] = []
  const found = new Map<string, NewCost>()
  for (const { line, date, ...one } of lines) {
    const wrong = (problem: string) => void problems.push({ line, column: null, problem })
    const rate = one.currency === 'USD' ? NANO : rateOf.get(`${one.day} ${one.currency}`)
    if (rate === undefined) {
      wrong(COST_FILE.noRate(one.currency, date))
      continue
    }
    const slot = `${one.day} ${costKey(one)}`
    const before = found.get(slot)
    if (before && before.currency !== one.currency) {
      wrong(COST_FILE.sameKey([before.currency, one.currency].join(', ')))
      continue
    }
    const micros = (before?.micros ?? 0) + one.micros
    const usd_micros = inDollars(micros, rate)
    if (micros > MOST || usd_micros > MOST) {
      wrong(COST_FILE.tooLarge)
      continue
    }
    found.set(slot, { ...one, micros, usd_micros })
  }
  return { costs: [...found.values()], problems }
}

const NANO = 1_000_000_000
/** A hundred million; sums of a year stay safe integers. */
const MOST = 100_000_000 * 1_000_000

/** Millionths of a dollar, rounded half up. */
export function inDollars(micros: number, nanoUsd: number): number {
  return Number((BigInt(micros) * BigInt(nanoUsd) + BigInt(NANO / 2)) / BigInt(NANO))
}

/** Changes that an import makes to the costs that count now. */
export interface Compared {
  added: NewCost[]
  replaced: { before: LiveCost; after: NewCost }[]
  same: number
  /** Sentence about costs that would count twice; null if none would. */
  doubled: string | null
}

export function compared(
  costs: readonly NewCost[],
  live: readonly LiveCost[],
  dateOf: (day: number) => string,
): Compared {
  const known = new Map(live.map((one) => [`${one.day} ${one.key}`, one]))
  const shapes = new Map(costs.map((cost) => [cost.day, shapeOf(cost)]))
  const result: Compared = { added: [], replaced: [], same: 0, doubled: null }
  const isOther = (one: LiveCost | NewCost) => shapes.has(one.day) && shapes.get(one.day) !== shapeOf(one)
  const other = live.find(isOther) ?? costs.find(isOther)
  if (other) result.doubled = COST_FILE.otherShape(shapeOf(other), dateOf(other.day))
  for (const after of costs) {
    const before = known.get(`${after.day} ${costKey(after)}`)
    if (!before) result.added.push(after)
    else if (isSame(before, after)) result.same++
    else result.replaced.push({ before, after })
  }
  return result
}

function isSame(before: LiveCost, after: NewCost): boolean {
  const { micros, currency, usd_micros } = after
  return before.micros === micros && before.currency === currency && before.usd_micros === usd_micros
}

/** Words that a cost has. Costs of a day with other words could be the same money. */
function shapeOf(words: CostWords): string {
  const had = COST_WORDS.filter((word) => words[word] !== null)
  return had.length === 0
    ? COST_FILE.shape.none
    : had.map((word) => COST_FILE.words[word]).join(COST_FILE.shape.and)
}

/** A cost's words for a person. */
export function wordsOf(words: CostWords): string {
  return COST_WORDS.flatMap((word) => words[word] ?? []).join(' / ')
}
