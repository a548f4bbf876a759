import type { PreviewState } from '../../../schemas/author/preview.ts'
import type { VisitAsked } from '../../../schemas/studio/page.ts'

/** The page of a draft as visitors would get it, on a server and a database of its own that send nothing and are dropped at the
 *  end: src/preview makes it. */
export interface DraftPage {
  /** Puts another text and other files in the place of those before. */
  write(written: WrittenDraft): Promise<void>
  /** Begins a visit; false where there is none. */
  begin(visit: Omit<VisitAsked, 'path'>): Promise<boolean>
  state(): Promise<PreviewState>
  /** What the frame asks, by the address that it has behind `base`. */
  answer(request: FrameRequest): Promise<FrameAnswer>
  /** Rejects what is asked and was not answered. */
  close(): Promise<void>
}

export interface WrittenDraft {
  text: string
  /** Those that are new or changed. */
  files: ReadonlyMap<string, Uint8Array>
  /** Those that are no longer there. */
  gone: readonly string[]
}

export interface FrameRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array | null
  /** The address under which the frame has the page, with no slash at its end. */
  base: string
  /** The origins under which the author may have come. */
  origins: readonly string[]
}

export interface FrameAnswer {
  status: number
  headers: Readonly<Record<string, string | string[]>>
  body: Uint8Array
}

/** `onChange`: what its state says has changed. `onEnd`: it ended by itself, of this. */
export type OpenDraftPage = (draft: {
  path: string
  written: WrittenDraft
  productName: string
  onChange: () => void
  onEnd: (error: Error) => void
}) => Promise<DraftPage>
