/** Limits of a page's fields before it sends them. Separate from the schemas, as pages load no TypeBox. */

/** Name of a key or a webhook. */
export const NAME_PATTERN = '^[\\w.-]{1,60}$'

/** Name of a host on the internet, in lower case. */
export const HOST_PATTERN = '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}$'

/** Maximum length of the words beside a return's reason, in characters. */
export const MOST_REASON_WORDS = 500

/** Maximum length of the answer to a privacy request, in characters. */
export const MOST_ANSWER_WORDS = 2000

/** Words of a person who doesn't want to be contacted anymore. */
export const MOST_SAID = 1000

/** Maximum size of a buyer's file: a statement of 100,000 lines is about 6 MB as CSV. */
export const MOST_FILE_BYTES = 8 * 1024 ** 2

/** Time for which the desk offers to undo a booking. */
export const UNDO_MS = 15_000

/** Limit for lines of a statement that are kept to settle with one call. */
export const MOST_KEPT_LINES = 1000
