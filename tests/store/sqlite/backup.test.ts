import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { backUp } from '../../../src/store/engines/sqlite/copies/backup.ts'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'
import { publish, session, uuidOf } from '../history.ts'

const root = mkdtempSync(join(tmpdir(), 'leadloom-backup-'))
afterAll(() => rmSync(root, { recursive: true }))

test('a backup made while the server writes has everything acknowledged before, and opens in another folder', async () => {
  const store = await openSqlite({ dataDir: join(root, 'busy') })
  await publish(store, 'leadloom', 1000)
  await Promise.all(Array.from({ length: 100 }, (_, n) => store.openSession(session({ uuid: uuidOf(n) }))))
  const writing = Array.from({ length: 400 }, (_, n) => store.openSession(session({ uuid: uuidOf(100 + n) })))
  const copy = join(root, 'copy.db')
  expect(await backUp(join(root, 'busy'), copy)).toBe(readFileSync(copy).length)
  await Promise.all(writing)
  await store.close()

  mkdirSync(join(root, 'restored'))
  copyFileSync(copy, join(root, 'restored', 'leadloom.db'))
  const restored = await openSqlite({ dataDir: join(root, 'restored') })
  expect(await restored.session(uuidOf(99))).not.toBeNull()
  expect(await restored.live()).toEqual([{ path: 'leadloom', version: 1, weight: 100 }])
  await restored.close()
})

test.each([
  ['no database', 'nowhere', 'copy-1.db', 'There is no database in'],
  ['a file that is there', 'kept', 'there.db', 'already exists. Choose another file.'],
  ['a folder that is not there', 'kept', 'no/folder/copy.db', 'can’t be written'],
  ['a damaged database', 'damaged', 'copy-2.db', 'is damaged, so no copy was made'],
])('%s is explained in a sentence and leaves no file', async (_, from, to, says) => {
  await prepare()
  const before = existsSync(join(root, to))
  await expect(backUp(join(root, from), join(root, to))).rejects.toThrow(says)
  expect(existsSync(join(root, to))).toBe(before)
  expect(existsSync(join(root, `${to}.partial`))).toBe(false)
})

/** A sound database, a damaged copy, and a file. */
async function prepare(): Promise<void> {
  const store = await openSqlite({ dataDir: join(root, 'kept') })
  await store.close()
  mkdirSync(join(root, 'damaged'), { recursive: true })
  const pages = readFileSync(join(root, 'kept', 'leadloom.db'))
  writeFileSync(
    join(root, 'damaged', 'leadloom.db'),
    pages.fill(0xa5, pages.length / 2, pages.length / 2 + 8192),
  )
  writeFileSync(join(root, 'there.db'), '')
}
