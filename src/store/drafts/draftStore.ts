import type { DraftLine } from '../../../schemas/studio/drafts.ts'
import type { PublishRequest } from '../../../schemas/studio/publishRequest.ts'
import type {
  DraftRecord,
  NewDraft,
  NewPublishRequest,
  PublishDecision,
  RequestedSource,
  SavedDraft,
} from './draftRecords.ts'
import type { NewVersion } from '../versions/versionTypes.ts'

/** Flows that are being written, and publishes that wait. What holds for all verbs is said of `Store`. */
export interface DraftStore {
  /** Keeps a draft in the place of the revision that it was made from. */
  saveDraft(draft: NewDraft): Promise<SavedDraft>
  draft(path: string): Promise<DraftRecord | null>
  /** By path. */
  drafts(): Promise<DraftLine[]>
  /** Has a publish wait. False when the path has one that does. */
  addPublishRequest(request: NewPublishRequest): Promise<boolean>
  /** Brings a publish that waits into another state. False when it is not in the one that is named. */
  decidePublishRequest(decision: PublishDecision): Promise<boolean>
  /** Publishes what was planned, once, whoever asks at the same moment. Resolves to the version; null when it is no longer planned. */
  publishPlanned(id: string, version: NewVersion): Promise<number | null>
  publishRequest(id: string): Promise<RequestedSource | null>
  /** Of a path, the newest first, at most 20; those that ended too. */
  publishRequests(path: string): Promise<PublishRequest[]>
  /** Of all paths: those that wait for a second person or for their time. */
  openPublishRequests(): Promise<PublishRequest[]>
}
