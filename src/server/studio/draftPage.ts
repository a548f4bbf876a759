import type { PreviewState } from '../../../schemas/author/preview.ts'
import type { VisitAsked } from '../../../schemas/studio/page.ts'

/** Page of a draft as visitors would get it. It runs on its own server and database, which send nothing and are dropped at the end;
 *  src/preview makes it. */
export interface DraftPage {
  /** Replaces the draft's text and files. */
  write(written: WrittenDraft): Promise<void>
  /** Begins a visit; false if it can't be found. */
  begin(visit: Omit<VisitAsked, 'path'>): Promise<boolean>
  state(): Promise<PreviewState>
  /** Answers a request of the frame, by its address below `base`. */
  answer(request: FrameRequest): Promise<FrameAnswer>
  /** Closes the page and rejects unanswered requests. */
  close(): Promise<void>
}

export interface WrittenDraft {
  text: string
  /** Files that are new or changed. */
  files: ReadonlyMap<string, Uint8Array>
  /** Names of files that were removed. */
  gone: readonly string[]
}

export interface FrameRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array | null
  /** Address of the page in the frame, without a trailing slash. */
  base: string
  /** Origins that the author may use. */
  origins: readonly string[]
}

export interface FrameAnswer {
  status: number
  headers: Readonly<Record<string, string | string[]>>
  body: Uint8Array
}

/** `onChange`: its state has changed. `onEnd`: it ended by itself, for this reason. */
export type OpenDraftPage = (draft: {
  path: string
  written: WrittenDraft
  productName: string
  onChange: () => void
  onEnd: (error: Error) => void
}) => Promise<DraftPage>
