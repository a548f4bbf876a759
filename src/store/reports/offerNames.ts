import type { DatabaseSync } from 'node:sqlite'
import type { OfferName } from '../../../schemas/reports.ts'
import { prepare } from '../engines/sqlite/driver.ts'

/** What every path calls its offers. Versions never change, so each is read once. */
export function openOfferNames(db: DatabaseSync): (path: string | null) => OfferName[] {
  const newer = prepare(
    db,
    `SELECT version, versions.path AS path, key AS offer, COALESCE(value ->> 'name', '') AS name
     FROM versions, json_each(flow, '$.ui_config.offers') WHERE version > $1 ORDER BY version`,
  )
  const names = new Map<string, OfferName>()
  let read = 0
  return (path) => {
    for (const row of newer.all(read)) {
      const { version, ...named } = row as unknown as OfferName & { version: number }
      read = version
      names.set(JSON.stringify([named.path, named.offer]), { ...named })
    }
    return [...names.values()].filter((one) => path === null || one.path === path)
  }
}
