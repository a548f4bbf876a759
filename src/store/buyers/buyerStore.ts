import type { BuyerRecord, ChangedBuyer, SavedBuyer } from './buyerRecords.ts'

/** Buyers. What holds for all verbs is said of `Store`. */
export interface BuyerStore {
  /** Keeps a buyer in the place of the revision that it was made from, or removes it, and notes that in the audit log. */
  saveBuyer(buyer: ChangedBuyer): Promise<SavedBuyer>
  /** Null for one that was removed. */
  buyer(buyer: string): Promise<BuyerRecord | null>
  /** By key. */
  buyers(): Promise<BuyerRecord[]>
  /** Grows with every change of a buyer. */
  buyersRevision(): Promise<number>
}
