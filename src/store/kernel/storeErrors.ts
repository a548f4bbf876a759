/** Rejection of a valid write, or of a lookup, because the disk or the file refused. The same write may succeed later. Watchers of the
 *  store get the reason. */
export class NotKept extends Error {}

/** An error that says in one plain sentence why a database can't be used and how to fix it. The person who configured it has to correct
 *  it. */
export function unusable(sentence: string): Error {
  return Object.assign(new Error(sentence), { code: UNUSABLE })
}

export function isUnusable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNUSABLE
}

const UNUSABLE = 'ERR_UNUSABLE_DATABASE'
