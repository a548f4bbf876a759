import type { DraftLine } from '../../../../schemas/studio/drafts.ts'
import type { PublishRequest } from '../../../../schemas/studio/publishRequest.ts'

/** Records of sites in progress and of pending publishes. */

/** A flow as its author wrote it, with the files beside it: the SHA-256 of each, by name, under which it is stored. */
export interface Source {
  text: string
  files: Record<string, string>
}

/** A site in progress. */
export interface DraftRecord extends DraftLine, Source {
  is_json: boolean
  /** Last valid text, if the current one isn't JSON. */
  good: string | null
}

export interface NewDraft extends Source {
  path: string
  /** Revision that it was made from; 0 if none. */
  from: number
  isJson: boolean
  based_on: number | null
  by: string
  at: number
}

export interface SavedDraft {
  /** False if another one was saved since `from`; then nothing was changed. */
  isKept: boolean
  /** The draft as it is now; null if there is none. */
  line: DraftLine | null
}

export type NewPublishRequest = Source &
  Omit<PublishRequest, 'decided_by' | 'decided_at' | 'reason' | 'version'>

/** A pending publish, with its source. */
export interface RequestedSource extends PublishRequest, Source {}

export interface PublishDecision extends Pick<PublishRequest, 'id' | 'reason'> {
  /** Its state before the decision. */
  from: PublishRequest['state']
  to: PublishRequest['state']
  /** Operator who decided; null if it was due. */
  by: string | null
  at: number
}
