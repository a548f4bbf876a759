import type { OfferName } from '../../../../schemas/reports/reports.ts'
import type { Share, VersionLine } from '../../../../schemas/kernel/version.ts'
import type { Source } from './draftRecords.ts'
import type { NewVersion, Split, Version } from './versionTypes.ts'

/** Published flows. Rules for all verbs are at `Store`. */
export interface VersionStore {
  /** Saves a new version and activates it with `weight`, by default 100; resolves to its number. If path, flow, style, validators and
   *  icons equal those of a live version, only that version's weight changes. */
  publish(version: NewVersion, weight?: number): Promise<number>
  /** Gives a version this share of the new sessions on its path, in percent. At 100, the others are deactivated at the same instant,
   *  else they share the rest in their old proportion. Rejects if the version doesn't exist, or if the rest is less than 1 for each. */
  activate(version: number, change: { weight: number; at: number }): Promise<void>
  version(version: number): Promise<Version | null>
  /** Live versions of every path, by path and number. */
  live(): Promise<({ path: string } & Share)[]>
  /** All versions, by path and number. */
  versions(): Promise<VersionLine[]>
  /** All splits of a path, oldest first; the last one is live. */
  splits(path: string): Promise<Split[]>
  /** Source of a version; null if it was published before sources were saved. */
  versionSource(version: number): Promise<Source | null>
  /** All paths that ever had a version, by name. */
  paths(): Promise<string[]>
  /** Path of the very first version; null while there is none. */
  firstPath(): Promise<string | null>
  /** Names of offers, on one path or on all (null), according to the newest version that has each offer. */
  offerNames(path: string | null): Promise<OfferName[]>
}
