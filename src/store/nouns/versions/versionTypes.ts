import type { Flow } from '../../../../schemas/flow/flow.ts'
import type { Share } from '../../../../schemas/kernel/version.ts'
import type { Source } from './draftRecords.ts'

/** Versions of flows. Times are UTC epoch ms, money integer cents. */

export interface NewVersion {
  path: string
  flow: Flow
  /** Stylesheet of the site. */
  style: string
  /** Compiled validators as the text of an ES module. */
  validators: string
  /** Icons of the site by file name, base64, with the other files that the flow names: logo, fonts, pictures, documents. */
  icons: Record<string, string>
  at: number
  /** Its source, if known. */
  source?: Source
}

/** A flow version; once published it never changes, except for its dates. */
export interface Version extends Omit<NewVersion, 'source'> {
  version: number
  /** Time when it last went live. */
  activated_at: number
  /** Time when it last stopped being live; null while it is live. */
  deactivated_at: number | null
}

/** Versions that shared a path from `at` until its next split. */
export interface Split {
  at: number
  shares: Share[]
}
