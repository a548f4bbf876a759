import type { DraftLine } from '../../../../schemas/studio/drafts.ts'
import type { PublishRequest } from '../../../../schemas/studio/publishRequest.ts'
import type {
  DraftRecord,
  NewDraft,
  NewPublishRequest,
  PublishDecision,
  RequestedSource,
  SavedDraft,
} from './draftRecords.ts'
import type { NewVersion } from './versionTypes.ts'

/** Flows in progress and pending publishes. Rules for all verbs are at `Store`. */
export interface DraftStore {
  /** Saves a draft in place of the revision that it was made from. */
  saveDraft(draft: NewDraft): Promise<SavedDraft>
  draft(path: string): Promise<DraftRecord | null>
  /** Drafts by path. */
  drafts(): Promise<DraftLine[]>
  /** Adds a pending publish. False if the path already has one. */
  addPublishRequest(request: NewPublishRequest): Promise<boolean>
  /** Changes the state of a pending publish. False if it isn't in the named state. */
  decidePublishRequest(decision: PublishDecision): Promise<boolean>
  /** Publishes a planned request, once, even if several callers ask at the same moment. Resolves to the version; null if it is no longer
   *  planned. */
  publishPlanned(id: string, version: NewVersion): Promise<number | null>
  publishRequest(id: string): Promise<RequestedSource | null>
  /** Requests of a path, newest first, at most 20, including ended ones. */
  publishRequests(path: string): Promise<PublishRequest[]>
  /** Requests of all paths that wait for a second person or for their time. */
  openPublishRequests(): Promise<PublishRequest[]>
}
