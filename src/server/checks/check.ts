/** A check of one text that takes more than a pattern: whether it is valid, the fields that it fills when it is, and what
 *  was probably meant instead. It never throws, whatever the text. */
export type Check = (
  text: string,
) => Promise<{ valid: boolean; data?: Record<string, string>; suggestion?: string }>
