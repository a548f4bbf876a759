import type { DraftLine } from '../../../schemas/studio/drafts.ts'
import type { PublishRequest } from '../../../schemas/studio/publishRequest.ts'

/** What the store keeps of sites that are being written, and of publishes that wait. */

/** A flow as its author wrote it, and the files beside it: the SHA-256 of each by name, under which it is kept. */
export interface Source {
  text: string
  files: Record<string, string>
}

/** A site that is being written. */
export interface DraftRecord extends DraftLine, Source {
  is_json: boolean
  /** Where the text is no JSON: the last one that was. */
  good: string | null
}

export interface NewDraft extends Source {
  path: string
  /** The revision that it was made from; 0 where there was none. */
  from: number
  isJson: boolean
  based_on: number | null
  by: string
  at: number
}

export interface SavedDraft {
  /** False when another one was saved since `from`: nothing was changed. */
  isKept: boolean
  /** The draft that is there now; null where there is none. */
  line: DraftLine | null
}

export type NewPublishRequest = Source &
  Omit<PublishRequest, 'decided_by' | 'decided_at' | 'reason' | 'version'>

/** A publish that waits, and what is to be published. */
export interface RequestedSource extends PublishRequest, Source {}

export interface PublishDecision extends Pick<PublishRequest, 'id' | 'reason'> {
  /** The state that it is in. */
  from: PublishRequest['state']
  to: PublishRequest['state']
  /** Who decided; null for its time. */
  by: string | null
  at: number
}
