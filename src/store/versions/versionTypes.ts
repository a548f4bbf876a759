import type { Flow } from '../../../schemas/flow.ts'
import type { Share } from '../../../schemas/version.ts'
import type { Source } from '../drafts/draftRecords.ts'

/** Versions of flows. Times are UTC epoch ms, money integer cents. */

export interface NewVersion {
  path: string
  flow: Flow
  /** The site's stylesheet. */
  style: string
  /** The compiled validators: an ES module's text. */
  validators: string
  /** The site's icons by file name, base64, and with them the other files that the flow names: logo, fonts, pictures, documents. */
  icons: Record<string, string>
  at: number
  /** What it was made of, where that is known. */
  source?: Source
}

/** A flow version; once published it never changes but for its dates. */
export interface Version extends Omit<NewVersion, 'source'> {
  version: number
  /** When it last went live. */
  activated_at: number
  /** When it last ceased to be live; null while it is. */
  deactivated_at: number | null
}

/** The versions that shared a path from `at` until its next split. */
export interface Split {
  at: number
  shares: Share[]
}
