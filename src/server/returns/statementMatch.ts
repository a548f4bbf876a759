import type { StatementAnswer, StatementEntry } from '../../../schemas/desk/statement.ts'
import { STATEMENT } from './sheet/statementWords.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import type { LedgerSale, SaleNames, SalesFound } from '../../store/nouns/sales/statedSales.ts'
import { dollars } from '../kernel/cents.ts'

/** A line of a buyer's statement: how it names a lead, when that was sold, and for how much. Missing values are null. Negative `cents`
 *  are returns. */
export interface StatedLine extends SaleNames {
  line: number
  at: number | null
  cents: number | null
}

/** Longest distance between the time of a line and that of a sale that only the phone number names. */
const NEAR_MS = 3 * 86_400_000

type Range = NonNullable<StatementAnswer['range']>

/** A line that names no sale, and why. */
interface Unnamed {
  line: StatedLine
  reason: string
}

interface Claim {
  sale: LedgerSale
  by: SalesFound['by']
  lines: StatedLine[]
}

/** Compares the lines of a statement with the sales that each may mean, and with the sales that it must contain. A sale named by ID or
 *  key goes to that line first; a phone number means the sale nearest to the line's time that no other line has. `range`: the
 *  statement's time; null if unknown. */
export function matchStatement(
  lines: readonly { line: StatedLine; found: SalesFound | null }[],
  expected: readonly LedgerSale[],
  range: Range | null,
): Pick<StatementAnswer, 'sums' | 'entries'> {
  const claims = new Map<number, Claim>()
  const unknown: Unnamed[] = []
  const claim = (line: StatedLine, by: Claim['by'], sale: LedgerSale) => {
    const known = claims.get(sale.entry)
    if (known) known.lines.push(line)
    else claims.set(sale.entry, { sale, by, lines: [line] })
  }
  for (const { line, found } of lines) {
    if (found?.by === 'phone' || !found) continue
    const sale = named(line, found)
    if (sale) claim(line, found.by, sale)
    else unknown.push({ line, reason: whyNot(line, found) })
  }
  for (const { line, found } of lines) {
    if (found && found.by !== 'phone') continue
    const sale = found && meant(line, found.sales, claims)
    if (sale) claim(line, 'phone', sale)
    else unknown.push({ line, reason: STATEMENT.unknown })
  }
  const judged = [...claims.values()].map((one) => ({ ...one, ...moneyOf(one, range) }))
  const [matched = [], differing = []] = [true, false].map((agrees) =>
    judged.filter(({ due, stated }) => (due === stated) === agrees),
  )
  const missing = [...new Map(expected.map((sale) => [sale.entry, sale])).values()]
    .filter(({ entry }) => !claims.has(entry))
    .map((sale) => ({ sale, due: dueOf(sale, [], range), stated: 0 }))
    .filter(({ due }) => due !== 0)
  return {
    sums: {
      matched: sumOf(matched),
      differing: sumOf(differing),
      missing: sumOf(missing),
      unknown: sumOf(unknown.map(({ line }) => ({ due: 0, stated: line.cents ?? 0 }))),
    },
    entries: [
      ...differing.map(differingEntry),
      ...unknown.map(unknownEntry),
      ...missing.map(missingEntry),
    ].sort((a, b) => (a.lines[0] ?? Infinity) - (b.lines[0] ?? Infinity)),
  }
}

/** The sale that a line names by its ID or key; null if that could be another lead. An ID that a spreadsheet changed names the only sale
 *  that had such an ID, if the amount agrees. */
function named({ cents }: StatedLine, { by, sales, isOtherPhone }: SalesFound): LedgerSale | null {
  const [sale, ...others] = sales
  if (!sale || isOtherPhone) return null
  if (by !== 'changed') return sale
  return others.length === 0 && cents !== null && Math.abs(cents) === sale.cents ? sale : null
}

function whyNot({ id }: StatedLine, { sales, isOtherPhone }: SalesFound): string {
  if (isOtherPhone) return STATEMENT.otherPhone
  return STATEMENT.changed(
    id ?? '',
    sales.map(({ external_id }) => external_id),
  )
}

/** The sale that a line means, among the sales to one person. */
function meant(
  { at }: StatedLine,
  sales: readonly LedgerSale[],
  claims: ReadonlyMap<number, Claim>,
): LedgerSale | null {
  const away = (sale: LedgerSale) => (at === null ? 0 : Math.abs(sale.at - at))
  const near = sales.filter((sale) => away(sale) <= NEAR_MS).sort((a, b) => away(a) - away(b))
  return near.find(({ entry }) => !claims.has(entry)) ?? near[0] ?? null
}

/** Ledger amount of a sale for the time of the statement. Corrections count with the sale that they are of. A sale or return outside that
 *  time counts if the lines mention it: a line with a negative amount means the returns of that amount, or else all of them. */
function dueOf({ at, cents, changes }: LedgerSale, lines: readonly StatedLine[], range: Range | null) {
  const isIn = (instant: number) => !range || (range.from <= instant && instant <= range.to)
  const isSold = isIn(at) || lines.some((line) => (line.cents ?? 1) > 0)
  const returns = changes.filter(({ kind }) => kind === 'return')
  const corrections = changes.filter((one) => one.kind !== 'return' && (isSold || isIn(one.at)))
  const inRange = returns.filter((one) => isIn(one.at))
  const counted = inRange.length > 0 ? inRange : mentioned(returns, lines)
  return [...corrections, ...counted].reduce((sum, one) => sum + one.cents, isSold ? cents : 0)
}

/** Returns that lines with negative amounts may mean. */
function mentioned(returns: LedgerSale['changes'], lines: readonly StatedLine[]): LedgerSale['changes'] {
  const negative = lines.flatMap((line) => (line.cents !== null && line.cents < 0 ? [line.cents] : []))
  if (negative.length === 0) return []
  const alike = returns.filter((one) => negative.includes(one.cents))
  return alike.length > 0 ? alike : returns
}

/** A line without an amount agrees with the ledger. */
function moneyOf({ sale, lines }: Claim, range: Range | null): { due: number; stated: number } {
  const due = dueOf(sale, lines, range)
  const stated = lines.flatMap(({ cents }) => cents ?? [])
  return { due, stated: stated.length === 0 ? due : stated.reduce((sum, cents) => sum + cents, 0) }
}

function sumOf(parts: readonly { due: number; stated: number }[]) {
  return {
    count: parts.length,
    ledger_cents: parts.reduce((sum, { due }) => sum + due, 0),
    stated_cents: parts.reduce((sum, { stated }) => sum + stated, 0),
  }
}

function differingEntry({
  sale,
  by,
  lines,
  due,
  stated,
}: Claim & ReturnType<typeof moneyOf>): StatementEntry {
  const { external_id, key, offer, at, changes } = sale
  const reasons = [
    STATEMENT.differs(dollars(stated), dollars(due)),
    ...changes.map((one) => {
      const day = newYorkDate(one.at)
      if (one.kind === 'return' && one.cents <= 0) return STATEMENT.returned(dollars(0 - one.cents), day)
      return STATEMENT.corrected(dollars(one.cents), day)
    }),
    lines.length > 1 && STATEMENT.listed(lines.length),
    by === 'phone' && STATEMENT.byPhone,
  ]
  return {
    outcome: 'differing',
    lines: lines.map(({ line }) => line),
    id: external_id,
    key,
    offer,
    sold_at: at,
    ledger_cents: due,
    stated_cents: stated,
    reason: reasons.filter(Boolean).join(' '),
  }
}

function missingEntry({ sale, due }: { sale: LedgerSale; due: number }): StatementEntry {
  return {
    outcome: 'missing',
    lines: [],
    id: sale.external_id,
    key: sale.key,
    offer: sale.offer,
    sold_at: sale.at,
    ledger_cents: due,
    stated_cents: 0,
    reason: (due > 0 ? STATEMENT.saleLeftOut : STATEMENT.returnLeftOut)(dollars(Math.abs(due))),
  }
}

function unknownEntry({ line: { line, id, key, cents }, reason }: Unnamed): StatementEntry {
  return {
    outcome: 'unknown',
    lines: [line],
    id,
    key,
    offer: null,
    sold_at: null,
    ledger_cents: 0,
    stated_cents: cents ?? 0,
    reason,
  }
}
