import type { DatabaseSync } from 'node:sqlite'
import type { Share } from '../../../schemas/version.ts'
import { shareOut } from './split.ts'
import { prepare } from '../engines/sqlite/file.ts'
import type { Writes } from '../engines/sqlite/write.ts'

/** The writes about versions and what of them is live: see openWrites. */
export function openVersionWrites(db: DatabaseSync): Pick<Writes, 'publish' | 'activate'> {
  const sql = statements(db)

  /** A path's next split, unless it is as it was. */
  function split(path: string, given: Share, at: number): void {
    const before = sql.live.all(path) as unknown as Share[]
    const after = shareOut(before, given)
    if (isSame(before, after)) return
    const number = Number(sql.nextSplit.get()!['split'])
    for (const { version, weight } of after) sql.split.run(number, path, at, version, weight)
    for (const version of added(after, before)) sql.activated.run(at, version)
    for (const version of added(before, after)) sql.deactivated.run(at, version)
  }

  return {
    publish({ path, flow, style, validators, icons, at }, weight) {
      const parts = [path, JSON.stringify(flow), style, validators, inOrder(icons)]
      const version = Number(
        sql.same.get(...parts)?.['version'] ?? sql.publish.run(...parts, at).lastInsertRowid,
      )
      split(path, { version, weight }, at)
      return version
    },

    activate(version, { weight, at }) {
      const path = sql.path.get(version)?.['path']
      if (path === undefined) throw new Error(`There is no version ${version}.`)
      split(String(path), { version, weight }, at)
    },
  }
}

function statements(db: DatabaseSync) {
  return {
    live: prepare(db, 'SELECT version, weight FROM live WHERE path = $1 ORDER BY version'),
    same: prepare(
      db,
      `SELECT version FROM versions
       WHERE path = $1 AND flow = $2 AND style = $3 AND validators = $4 AND icons = $5 AND deactivated_at IS NULL`,
    ),
    publish: prepare(
      db,
      `INSERT INTO versions (path, flow, style, validators, icons, at, activated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    ),
    path: prepare(db, 'SELECT path FROM versions WHERE version = $1'),
    nextSplit: prepare(db, 'SELECT COALESCE(MAX(split), 0) + 1 AS split FROM splits'),
    split: prepare(db, 'INSERT INTO splits (split, path, at, version, weight) VALUES ($1, $2, $3, $4, $5)'),
    activated: prepare(db, 'UPDATE versions SET activated_at = $1, deactivated_at = NULL WHERE version = $2'),
    deactivated: prepare(db, 'UPDATE versions SET deactivated_at = $1 WHERE version = $2'),
  }
}

function isSame(before: readonly Share[], after: readonly Share[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ version, weight }, i) => after[i]?.version === version && after[i].weight === weight)
  )
}

/** The versions of `shares` that `other` has not. */
function added(shares: readonly Share[], other: readonly Share[]): number[] {
  const known = new Set(other.map(({ version }) => version))
  return shares.map(({ version }) => version).filter((version) => !known.has(version))
}

/** As text that is the same for the same icons. */
function inOrder(icons: Record<string, string>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(icons).sort(([a], [b]) => (a < b ? -1 : 1))))
}
