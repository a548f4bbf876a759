import type { OfferName } from '../../../schemas/reports/reports.ts'
import type { Share, VersionLine } from '../../../schemas/version.ts'
import type { Source } from '../drafts/draftRecords.ts'
import type { NewVersion, Split, Version } from './versionTypes.ts'

/** Flows that were published. What holds for all verbs is said of `Store`. */
export interface VersionStore {
  /** Keeps a new version and activates it with `weight`, 100 unless it is said; resolves to its number. The same path,
   *  flow, style, validators and icons as a live version's are that version: only its weight is changed. */
  publish(version: NewVersion, weight?: number): Promise<number>
  /** Gives a version so much of the new sessions on its path, in percent; at 100 the others are deactivated at the same
   *  instant, else they share the rest in their old proportion. Rejects when there is no such version, or when the rest
   *  is not 1 for each. */
  activate(version: number, change: { weight: number; at: number }): Promise<void>
  version(version: number): Promise<Version | null>
  /** The live versions of every path, by path and number. */
  live(): Promise<({ path: string } & Share)[]>
  /** Every version, by path and number. */
  versions(): Promise<VersionLine[]>
  /** Every split that a path had, the oldest first; the last one is live. */
  splits(path: string): Promise<Split[]>
  /** What a version was made of; null for one that was published before this was kept. */
  versionSource(version: number): Promise<Source | null>
  /** Every path that ever had a version, by name. */
  paths(): Promise<string[]>
  /** The path of the first version that there was; null while there is none. */
  firstPath(): Promise<string | null>
  /** What offers are called, on one path or on all (null): the newest version that has an offer says so. */
  offerNames(path: string | null): Promise<OfferName[]>
}
