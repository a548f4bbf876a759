import type { LedgerLine, Unbooked } from '../../../schemas/commands/selling.ts'
import type { BookedReturn, ReturnsListed } from '../../../schemas/desk/returns.ts'
import type { ReturnReport, ReturnVerdict, Sale, Sold } from './saleTypes.ts'
import type { BookedAsked, BookedEntry, SaleNames, SalesFound } from './statedSales.ts'
import type { OfSites } from '../ofSites.ts'

/** The ledger. What holds for all verbs is said of `Store`. */
export interface SaleStore {
  /** Books a sale or its return, once. A return that came before its sale is booked in the transaction of the sale. */
  sell(sale: Sale): Promise<Sold>
  /** Books a buyer's return. */
  returnSale(report: ReturnReport): Promise<ReturnVerdict>
  /** What `returnSale` would do, without doing it. */
  judgeReturn(report: ReturnReport): Promise<ReturnVerdict>
  /** What was reported and is not in the ledger, the newest first. */
  unbooked(limit: number): Promise<Unbooked[]>
  /** Takes one off that list, once it is dealt with. False when there is none of this number. */
  dismissUnbooked(entry: number): Promise<boolean>
  /** Whether anything was ever sold to, or is on its way to, a buyer or partner of this name. */
  isSource(source: string): Promise<boolean>
  /** Gross and net by path, source and offer, in this order. `path` is null for all. Both ends inclusive. */
  ledger(range: { path: string | null; from: number; to: number }): Promise<LedgerLine[]>
  /** A page of returns, the newest first. */
  returnList(asked: ReturnsListed & OfSites): Promise<{ data: BookedReturn[]; next: string | null }>
  /** When and by whom a statement of this mark in the audit log was looked at last; null for never. */
  statementBefore(about: string): Promise<{ at: number; operator: string } | null>
  /** For each line of a buyer's statement, the sales that it may mean; null where none is known. */
  statedSales(source: string, lines: readonly SaleNames[]): Promise<(SalesFound | null)[]>
  /** A page of what was sold to a buyer and returned by it, the oldest first. */
  bookedEntries(asked: BookedAsked): Promise<BookedEntry[]>
}
