import type { LedgerLine, Unbooked } from '../../../../schemas/commands/selling.ts'
import type { BookedReturn, ReturnsListed } from '../../../../schemas/desk/returns.ts'
import type { ReturnReport, ReturnVerdict, Sale, Sold } from './saleTypes.ts'
import type { BookedAsked, BookedEntry, SaleNames, SalesFound } from './statedSales.ts'
import type { OfSites } from '../../kernel/ofSites.ts'

/** The ledger. Rules for all verbs are at `Store`. */
export interface SaleStore {
  /** Books a sale or its return, once. A return that came before its sale is booked in the sale's transaction. */
  sell(sale: Sale): Promise<Sold>
  /** Books a buyer's return. */
  returnSale(report: ReturnReport): Promise<ReturnVerdict>
  /** Result that `returnSale` would have, without doing it. */
  judgeReturn(report: ReturnReport): Promise<ReturnVerdict>
  /** Reports that aren't in the ledger, newest first. */
  unbooked(limit: number): Promise<Unbooked[]>
  /** Removes one from that list once it is resolved. False if none has this number. */
  dismissUnbooked(entry: number): Promise<boolean>
  /** True if anything was ever sold to, or is on its way to, a buyer or partner with this name. */
  isSource(source: string): Promise<boolean>
  /** Gross and net by path, source and offer, in this order. `path` is null for all. Both ends inclusive. */
  ledger(range: { path: string | null; from: number; to: number }): Promise<LedgerLine[]>
  /** A page of returns, newest first. */
  returnList(asked: ReturnsListed & OfSites): Promise<{ data: BookedReturn[]; next: string | null }>
  /** Time and operator of the last check of a statement with this fingerprint in the audit log; null if none. */
  statementBefore(about: string): Promise<{ at: number; operator: string } | null>
  /** Sales that each line of a buyer's statement may mean; null if none is known. */
  statedSales(source: string, lines: readonly SaleNames[]): Promise<(SalesFound | null)[]>
  /** A page of a buyer's sales and returns, oldest first. */
  bookedEntries(asked: BookedAsked): Promise<BookedEntry[]>
}
