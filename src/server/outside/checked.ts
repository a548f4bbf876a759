/** What a check found out about one text. */
export interface Checked {
  valid: boolean
  /** Nothing could be found out: who was to be asked did not answer in time. The text is valid as far as is known. */
  unchecked?: true
  /** Who typed it may be right all the same: it is well formed, and only unknown. */
  insistable?: true
  /** The fields that it fills when it is valid. */
  data?: Record<string, string>
  /** What was probably meant instead. */
  suggestion?: string
}

/** A check of one text that takes more than a pattern. It never throws, whatever the text. `patienceMs`: how long it may
 *  ask others; without it, as long as a page waits. */
export type Check = (text: string, patienceMs?: number) => Promise<Checked>
