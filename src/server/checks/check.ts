/** A check of one text that takes more than a pattern: whether it is valid, and the fields that it fills when it is.
 *  It never throws, whatever the text. */
export type Check = (text: string) => Promise<{ valid: boolean; data?: Record<string, string> }>
