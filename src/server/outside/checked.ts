/** Result of checking one text. */
export interface Checked {
  valid: boolean
  /** Set if a service didn't answer in time, so nothing could be found out. The text counts as valid. */
  unchecked?: true
  /** Set if the text is well formed and only unknown, so the visitor may still be right. */
  insistable?: true
  /** Fields that the text fills if it is valid. */
  data?: Record<string, string>
  /** Text that was probably meant instead. */
  suggestion?: string
}

/** A check of one text that needs more than a pattern. It never throws, whatever the text. `patienceMs`: time that it may wait for
 *  services; by default, as long as a page waits. */
export type Check = (text: string, patienceMs?: number) => Promise<Checked>
