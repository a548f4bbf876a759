import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startWatchingLog } from '../../../src/server/jobs/watchLog.ts'
import { LOG_BYTES, openForWriting } from '../../../src/store/engines/sqlite/file/file.ts'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'
import { NOTICES } from '../../../src/server/kernel/operatorNotices.ts'
import { publish } from '../history.ts'

const MIB = 2 ** 20
const BOUND = 8 * MIB

/** A store with a watched write-ahead log, and the messages logged about it. */
async function stage() {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-log-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const store = await openSqlite({ dataDir })
  onTestFinished(() => store.close())
  await publish(store, 'leadloom', 0)
  const said: string[] = []
  const watching = startWatchingLog(
    { store },
    {
      warn: (_: unknown, sentence?: string) => said.push(sentence!),
      error: (error: unknown) => said.push(String(error)),
    },
    { largeBytes: BOUND, everyMs: 50 },
  )
  onTestFinished(() => watching.stop())
  const write = async (mebibytes: number) => {
    for (let left = mebibytes; left > 0; left--)
      await store.keepImportedFile('same', String(left % 10).repeat(MIB))
  }
  const read = () => {
    const reader = new DatabaseSync(join(dataDir, 'leadloom.db'), { readOnly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT COUNT(*) FROM sqlite_schema').get()
    return reader
  }
  return { store, said, write, read }
}

test('a log that grows behind a reader is reported once, and shrinks once the reader ends, even without writes', async () => {
  const { store, said, write, read } = await stage()
  await write(20)
  expect(await store.logBytes()).toBeLessThan(BOUND)
  const reader = read()
  await write(LOG_BYTES / MIB)
  expect(await store.logBytes()).toBeGreaterThan(LOG_BYTES)
  // Longer than the store waits between two checks of its log.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(await store.logBytes()).toBeGreaterThan(LOG_BYTES)
  expect(said).toEqual([NOTICES.logGrows])
  expect(reader.prepare('SELECT COUNT(*) AS n FROM sqlite_schema').get()?.['n']).toBeGreaterThan(0)
  reader.close()
  await expect.poll(() => store.logBytes(), { timeout: 10_000 }).toBe(0)
  await expect.poll(() => said).toEqual([NOTICES.logGrows, NOTICES.logCut])
  expect((await store.importedFile('same'))?.length).toBe(MIB)
})

test('a large log shrinks to its limit with the first write after its reader ended', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-log-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const db = openForWriting(join(dataDir, 'leadloom.db'))
  expect(db.prepare('PRAGMA journal_size_limit').get()).toEqual({ journal_size_limit: LOG_BYTES })
  db.close()
})
