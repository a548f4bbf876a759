/** Last commit that upgrades a database from before the first schema of this one. */
const LAST_TO_UPGRADE = '2c4336ae465551da0ca2fd3727612aed09fd0028'

/** Sentence that refuses a database or a copy (`place`) whose schema is older than any that this release upgrades. */
export function oldSchema(place: string, schema: number): string {
  return `${place} has schema ${schema}, which is too old for this release, so run commit ${LAST_TO_UPGRADE} on it once before you start this one.`
}
