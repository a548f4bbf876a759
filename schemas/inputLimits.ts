/** Limits of a page's fields before it sends them. Separate from the schemas, as pages load no TypeBox. */

/** Name of a key or a webhook. */
export const NAME_PATTERN = '^[\\w.-]{1,60}$'

/** Name of a host on the internet, in lower case. */
export const HOST_PATTERN = '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}$'

/** Characters beside the reason of a return. */
export const MOST_REASON_WORDS = 500

/** Characters of the answer to a privacy request. */
export const MOST_ANSWER_WORDS = 2000

/** Characters of a file of returns: 20,000 lines are some 600 KB. */
export const MOST_RETURNS_TEXT = 2_000_000

/** 100,000 lines are some 6 MB as CSV. */
export const MOST_STATEMENT_BYTES = 8 * 1024 ** 2
