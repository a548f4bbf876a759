import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { openForReading } from '../../../src/store/engines/sqlite/file.ts'
import { prepareFile } from '../../../src/store/engines/sqlite/prepareFile.ts'
import { duplicateContract } from '../contract/duplicates.ts'
import { saleContract } from '../contract/sales.ts'
import { versionContract } from '../contract/versions.ts'
import type { OpenStore } from '../contract.ts'
import { openOnPostgres } from './onPostgres.ts'
import { tablesForPostgres } from './postgres.ts'

/** The rules about versions, money and the same person's leads hold on PostgreSQL as they do on SQLite. */

let empty = ''
let db: PGlite
let at = ''
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-rules-'))
  const sqlite = openForReading(await prepareFile(folder, { now: 0 }))
  const tables = tablesForPostgres(sqlite)
  const names = Array.from(tables.matchAll(/CREATE TABLE (\w+)/g), ([, name]) => name)
  empty = `TRUNCATE ${names.join(', ')} RESTART IDENTITY`
  sqlite.close()
  rmSync(folder, { recursive: true })
  db = await PGlite.create()
  await db.exec(tables)
}, 60_000)
afterAll(() => db.close())

const open: OpenStore = async (place, options) => {
  if (at !== place) await db.exec(empty)
  at = place
  const store = openOnPostgres(db, options)
  onTestFinished(() => store.close())
  return store
}

versionContract(open)
saleContract(open)
duplicateContract(open)
