import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp, dropOldBackups, recordBackup } from '../../../src/store/engines/sqlite/copies/backup.ts'
import { encryptFile } from '../../../src/store/engines/sqlite/copies/encrypted.ts'
import { restore } from '../../../src/store/engines/sqlite/copies/restore.ts'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'
import { publish, session, uuidOf } from '../history.ts'
import { ageByHand } from './ageByHand.ts'

const root = mkdtempSync(join(tmpdir(), 'leadloom-encrypted-'))
afterAll(() => rmSync(root, { recursive: true }))

const NOW = Date.UTC(2026, 10, 27, 12)
const PASSPHRASE = 'correct horse battery staple'
const dataDir = join(root, 'data')
const copy = join(root, 'leadloom-2026-11-27T033000Z.db.age')
const plain = join(root, 'plain.db')

const ENDED = spawnSync('true').pid
const LEFT = [`leadloom.plain.${ENDED}.db`, `leadloom.plain.${ENDED}.db.${ENDED}.partial`]
const RUNNING = `leadloom.plain.${process.ppid}.db`
const HALF = join(root, `leadloom-2026-11-26T033000Z.db.age.${ENDED}.partial`)

/** A database with the sessions 1 and 2, and two copies with only the first, one of them encrypted. */
beforeAll(async () => {
  const umask = process.umask(0o022)
  const store = await openSqlite({ dataDir })
  await publish(store, 'leadloom', 1000)
  await store.openSession(session({ uuid: uuidOf(1) }))
  await backUp(dataDir, plain)
  for (const name of [...LEFT, RUNNING]) writeFileSync(join(dataDir, name), '')
  writeFileSync(HALF, '')
  expect(await backUp(dataDir, copy, PASSPHRASE)).toBe(statSync(copy).size)
  await store.openSession(session({ uuid: uuidOf(2) }))
  await store.close()
  process.umask(umask)
})

test('an encrypted backup is readable only by its user, in the format of age, and leaves nothing unencrypted', () => {
  const bytes = readFileSync(copy)
  expect(bytes.toString('latin1', 0, 60)).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 18\n/)
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  expect(bytes.includes('SQLite format 3')).toBe(false)
  expect(readdirSync(root).toSorted()).toEqual(['data', 'leadloom-2026-11-27T033000Z.db.age', 'plain.db'])
  expect(readdirSync(dataDir).filter((name) => name.includes('plain'))).toEqual([RUNNING])
  expect(ageByHand(bytes, PASSPHRASE).equals(readFileSync(plain))).toBe(true)
})

test('is restored with its passphrase', async () => {
  const { aside, bytes } = await restore(dataDir, copy, NOW, PASSPHRASE)
  expect(bytes).toBe(readFileSync(plain).length)
  expect(await sessions()).toEqual([true, false])
  await restore(dataDir, aside!, NOW + 1)
  expect(await sessions()).toEqual([true, true])
})

const quickly = async (content: Uint8Array, { recipient }: { recipient?: string } = {}) => {
  const encrypter = new Encrypter()
  if (recipient === undefined) {
    encrypter.setPassphrase(PASSPHRASE)
    encrypter.setScryptWorkFactor(8)
  } else encrypter.addRecipient(recipient)
  return Buffer.from(await encrypter.encrypt(content))
}
const PIECE = 64 * 1024 + 16
const headerOf = (bytes: Buffer) => bytes.indexOf('\n', bytes.indexOf('\n---') + 1) + 1 + 16
const flipped = (bytes: Buffer, at: number) => Buffer.from(bytes).fill(bytes[at]! ^ 1, at, at + 1)
const OFF = 'is incomplete or was changed, so nothing was restored'

test.each<
  [what: string, make: (bytes: Buffer) => Buffer | Promise<Buffer>, passphrase: string | null, says: string]
>([
  ['a wrong passphrase', (bytes) => bytes, 'correct horse battery', "The passphrase doesn't open"],
  ['no passphrase', (bytes) => bytes, null, 'is encrypted. Set BACKUP_PASSPHRASE'],
  ['a file that was cut off', (bytes) => bytes.subarray(0, -1000), PASSPHRASE, OFF],
  [
    'one that was cut off between two pieces',
    (bytes) => bytes.subarray(0, headerOf(bytes) + 2 * PIECE),
    PASSPHRASE,
    OFF,
  ],
  ['one that was cut off in its header', (bytes) => bytes.subarray(0, 70), PASSPHRASE, OFF],
  ['one that ends with its header', (bytes) => bytes.subarray(0, headerOf(bytes)), PASSPHRASE, OFF],
  ['one bit changed in the middle', (bytes) => flipped(bytes, bytes.length >> 1), PASSPHRASE, OFF],
  ['something added at the end', (bytes) => Buffer.concat([bytes, Buffer.from('x')]), PASSPHRASE, OFF],
  [
    'one bit changed in the check of the header',
    (bytes) => flipped(bytes, headerOf(bytes) - 20),
    PASSPHRASE,
    OFF,
  ],
  [
    'a text',
    () => quickly(Buffer.from('Dear Sir, '.repeat(500))),
    PASSPHRASE,
    'isn’t a database or is damaged',
  ],
  [
    'a file for a key',
    async (bytes) => quickly(bytes, { recipient: await identityToRecipient(await generateX25519Identity()) }),
    PASSPHRASE,
    'was encrypted without a passphrase',
  ],
])('%s is refused, and changes nothing', async (what, make, passphrase, says) => {
  const file = join(root, `${what}.age`)
  writeFileSync(file, await make(await quickly(readFileSync(plain))))
  const names = readdirSync(dataDir)
  const refused = await restore(dataDir, file, NOW, passphrase).catch((error: Error) => error.message)
  expect(refused).toContain(says)
  expect(refused).toContain(file)
  expect(refused).not.toContain('leadloom.plain')
  expect(readdirSync(dataDir)).toEqual(names)
  expect(await sessions()).toEqual([true, true])
})

test('a copy that can’t be written gives a clear error, and leaves no file', async () => {
  const copies = () => readdirSync(dataDir).filter((name) => !/-(wal|shm)$/.test(name))
  const names = copies()
  await expect(backUp(dataDir, join(root, 'no', 'copy.age'), PASSPHRASE)).rejects.toThrow(
    'its folder doesn’t exist',
  )
  await expect(backUp(dataDir, copy, PASSPHRASE)).rejects.toThrow('already exists')
  await expect(backUp(dataDir, '/proc/copy.age', PASSPHRASE)).rejects.toThrow(
    '/proc/copy.age can’t be written',
  )
  const cut = join(root, 'cut.age')
  writeFileSync(`${cut}.${process.pid}.partial`, '')
  await expect(backUp(dataDir, cut, PASSPHRASE)).rejects.toThrow(`${cut} can’t be written`)
  expect(copies()).toEqual(names)
  expect(readdirSync(root).filter((name) => name.includes('partial'))).toEqual([])
})

test('never overwrites an existing file', async () => {
  const target = join(root, 'there')
  writeFileSync(target, 'mine')
  await expect(encryptFile(plain, target, PASSPHRASE)).rejects.toThrow('EEXIST')
  expect(readFileSync(target, 'utf8')).toBe('mine')
})

test('deletes what a killed process left unencrypted, but nothing of a running one', () => {
  expect([...LEFT, RUNNING].filter((name) => existsSync(join(dataDir, name)))).toEqual([RUNNING])
  expect(existsSync(HALF)).toBe(false)
})

test('keeps the newest backup of each of the last days, and files with other names', () => {
  const folder = mkdtempSync(join(root, 'kept-'))
  const [first, second, third] = ['2026-11-20', '2026-11-24', '2026-11-25']
  const names = [
    `leadloom-${first}T033000Z.db`,
    `leadloom-${second}T033000Z.db`,
    `leadloom-${second}T090000Z.db.age`,
    `leadloom-${third}T033000Z.db.age`,
  ]
  const others = [
    'leadloom.db',
    'leadloom-2026-11-01.db',
    `leadloom-${first}T033000Z.db.age.1.partial`,
    'notes',
  ]
  for (const name of [...names, ...others]) writeFileSync(join(folder, name), '')
  expect(dropOldBackups(folder, 9)).toEqual([join(folder, names[1]!)])
  expect(dropOldBackups(folder, 2)).toEqual([join(folder, names[0]!)])
  expect(dropOldBackups(folder, 1)).toEqual([join(folder, names[2]!)])
  expect(readdirSync(folder).toSorted()).toEqual([names[3]!, ...others].toSorted())
})

test('records in the database when a backup was made, even while a server runs', async () => {
  const store = await openSqlite({ dataDir })
  expect((await store.load()).backedUpAt).toBeNull()
  expect(recordBackup(dataDir, NOW)).toBe(true)
  expect(recordBackup(dataDir, NOW - 1000)).toBe(true)
  expect((await store.load()).backedUpAt).toBe(NOW)
  await store.close()
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  db.exec('DROP TABLE backups')
  db.close()
  expect(recordBackup(dataDir, NOW)).toBe(false)
})

async function sessions(): Promise<boolean[]> {
  const store = await openSqlite({ dataDir })
  const found = await Promise.all([1, 2].map((n) => store.session(uuidOf(n))))
  await store.close()
  return found.map((session) => session !== null)
}
