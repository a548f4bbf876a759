import type { BuyerRecord, ChangedBuyer, SavedBuyer } from './buyerRecords.ts'

/** Buyers. Rules for all verbs are at `Store`. */
export interface BuyerStore {
  /** Saves a buyer in place of the revision that it was made from, or removes it, and records that in the audit log. */
  saveBuyer(buyer: ChangedBuyer): Promise<SavedBuyer>
  /** Null if it was removed. */
  buyer(buyer: string): Promise<BuyerRecord | null>
  /** Buyers by key. */
  buyers(): Promise<BuyerRecord[]>
  /** Revision that grows with every change of a buyer. */
  buyersRevision(): Promise<number>
}
