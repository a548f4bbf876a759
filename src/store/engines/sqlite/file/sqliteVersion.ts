/** Two connections that race can corrupt the write-ahead log of an older SQLite. Source: SQLite's release notes, 3.51.3. */
const OLDEST = [3, 51, 3] as const

/** Throws one plain sentence if `version`, such as 3.53.4, is too old to keep a database safely. */
export function refuseOldSqlite(version: string): void {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const newer = major - OLDEST[0] || minor - OLDEST[1] || patch - OLDEST[2]
  if (newer >= 0) return
  throw new Error(
    `This Node has SQLite ${version}, which can damage a database. Use one with ${OLDEST.join('.')} or newer, such as the Node that npm ci installs.`,
  )
}
