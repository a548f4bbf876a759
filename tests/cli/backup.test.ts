import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { BackupAnswer, OperatorsAnswer, RestoreAnswer } from '../../schemas/commands/operating.ts'
import type { CommandFailure } from '../../schemas/commands.ts'
import { leadloom } from './commandLine.ts'

const folder = mkdtempSync(join(tmpdir(), 'leadloom-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))
const say = (line: string, dataDir: string) =>
  leadloom(`${line} --json`, { env: { DATA_DIR: join(folder, dataDir) } })

test('a backup is restored into another folder', async () => {
  await say('operators add ada', 'data')
  const { code, out } = await say(`backup ${join(folder, 'copy.db')}`, 'data')
  expect(code).toBe(0)
  const { file, bytes } = JSON.parse(out) as BackupAnswer
  expect(bytes).toBeGreaterThan(4096)
  await say('operators add bob', 'data')

  mkdirSync(join(folder, 'restored'))
  copyFileSync(file, join(folder, 'restored', 'leadloom.db'))
  const { operators } = JSON.parse((await say('operators', 'restored')).out) as OperatorsAnswer
  expect(operators.map(({ name }) => name)).toEqual(['ada'])
})

test('restore brings the backup back and keeps a copy of the current database', async () => {
  await say('operators add ada', 'first')
  const copy = join(folder, 'first.db')
  await say(`backup ${copy}`, 'first')
  await say('operators add bob', 'first')
  const { code, out } = await say(`restore ${copy}`, 'first')
  expect(code).toBe(0)
  const { database, aside } = JSON.parse(out) as RestoreAnswer
  expect(database).toBe(join(folder, 'first', 'leadloom.db'))
  const { operators } = JSON.parse((await say('operators', 'first')).out) as OperatorsAnswer
  expect(operators.map(({ name }) => name)).toEqual(['ada'])
  await say(`restore ${aside}`, 'first')
  const before = JSON.parse((await say('operators', 'first')).out) as OperatorsAnswer
  expect(before.operators.map(({ name }) => name)).toEqual(['ada', 'bob'])

  const words = await leadloom(`restore ${copy}`, { env: { DATA_DIR: join(folder, 'first') } })
  expect(words.out).toMatch(
    /Restored .* from .*checked\.\nThe old database is kept in .*\nNext: start the server/,
  )
})

test('an encrypted backup is named by its time, replaces old ones, and opens with the passphrase', async () => {
  await say('operators add ada', 'sealed')
  const into = join(folder, 'into')
  const passphraseFile = join(folder, 'passphrase')
  mkdirSync(into)
  writeFileSync(passphraseFile, 'correct horse battery\n')
  writeFileSync(join(into, 'leadloom-2020-01-01T000000Z.db'), '')
  const env = { DATA_DIR: join(folder, 'sealed') }
  const line = `backup --into ${into} --keep 1 --encrypt --passphrase-file ${passphraseFile}`
  const { code, out } = await leadloom(`${line} --json`, { env })
  expect(code).toBe(0)
  const { file, encrypted, dropped } = JSON.parse(out) as BackupAnswer
  expect(file).toMatch(/\/into\/leadloom-\d{4}-\d\d-\d\dT\d{6}Z\.db\.age$/)
  expect([encrypted, dropped]).toEqual([true, [join(into, 'leadloom-2020-01-01T000000Z.db')]])
  await say('operators add bob', 'sealed')
  const without = await leadloom(`restore ${file} --json`, { env })
  expect(without.code).toBe(2)
  const names = async () => {
    const { operators } = JSON.parse((await say('operators', 'sealed')).out) as OperatorsAnswer
    return operators.map(({ name }) => name)
  }
  expect(await names()).toEqual(['ada', 'bob'])
  const restored = await leadloom(`restore ${file}`, {
    env: { ...env, BACKUP_PASSPHRASE: 'correct horse battery' },
  })
  expect(restored.code).toBe(0)
  expect(await names()).toEqual(['ada'])
})

test('a backup without --keep deletes nothing', async () => {
  await say('operators add ada', 'kept')
  const into = join(folder, 'all')
  mkdirSync(into)
  writeFileSync(join(into, 'leadloom-2020-01-01T000000Z.db'), '')
  const { dropped, encrypted } = JSON.parse((await say(`backup --into ${into}`, 'kept')).out) as BackupAnswer
  expect([dropped, encrypted, readdirSync(into).length]).toEqual([[], false, 2])
})

test.each([
  ['backup --encrypt x.age', {}, 'Set BACKUP_PASSPHRASE, or use --passphrase-file PATH.'],
  ['backup --encrypt x.age', { BACKUP_PASSPHRASE: '' }, 'Set BACKUP_PASSPHRASE'],
  ['backup --encrypt x.age', { BACKUP_PASSPHRASE: 'eleven char' }, 'at least 12 characters'],
  ['backup --passphrase-file p x.age', {}, '--passphrase-file only works with --encrypt.'],
  ['backup --keep 3 x.db', {}, '--keep only works with --into.'],
  ['backup --into . --keep none', {}, '--keep must be a whole number'],
  ['backup --into . x.db', {}, 'Add one new file, or a folder with --into.'],
  [
    'backup --encrypt --passphrase-file package.json x.age',
    {},
    'must contain the passphrase on a single line',
  ],
  ['backup --encrypt --passphrase-file /dev/null x.age', {}, 'must contain the passphrase on a single line'],
])('%s with %j: exit code 2, %s', async (line, env, says) => {
  const { code, err } = await leadloom(line, { env: { DATA_DIR: join(folder, 'data'), ...env } })
  expect(code).toBe(2)
  expect(err).toContain(says)
})

test.each([
  ['restore', 2, 'Add one backup file.'],
  ['restore a b', 2, 'Add one backup file.'],
  [`restore ${join(folder, 'nowhere.db')}`, 1, 'isn’t a file. Use one from leadloom backup'],
  ['backup', 2, 'Add one new file, or a folder with --into.'],
  ['backup a b', 2, 'Add one new file, or a folder with --into.'],
  [`backup ${folder}`, 1, 'already exists'],
  [`backup ${join(folder, 'never.db')}`, 1, 'There is no database in'],
])('%s: exit code %i, %s', async (line, exit, says) => {
  const { code, out } = await say(line, line.endsWith('never.db') ? 'nowhere' : 'data')
  expect(code).toBe(exit)
  expect((JSON.parse(out) as CommandFailure).error.message).toContain(says)
})
