import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile } from '../../src/store/engines/sqlite/file/file.ts'
import { openSqlite } from '../../src/store/engines/sqlite/open.ts'

/** Puts an empty database of this release into a folder that has none, as making its tables takes longer than most tests. */
export async function layEmptyDatabase(dataDir: string): Promise<void> {
  const file = databaseFile(dataDir)
  if (existsSync(file)) return
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, await (empty ??= makeEmpty()))
}

let empty: Promise<Buffer> | undefined

async function makeEmpty(): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-empty-'))
  await (await openSqlite({ dataDir })).close()
  const bytes = readFileSync(databaseFile(dataDir))
  rmSync(dataDir, { recursive: true })
  return bytes
}
