import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
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

test('what was backed up is there again in a folder of its own', async () => {
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

test('what was backed up is there again after restore, and what was there is kept aside', async () => {
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
    /is now as .*read through\.\nWhat was there is kept as .*\nNext: start the server/,
  )
})

test.each([
  ['restore', 2, 'Name one backup.'],
  ['restore a b', 2, 'Name one backup.'],
  [`restore ${join(folder, 'nowhere.db')}`, 1, 'is no file: name one that leadloom backup made'],
  ['backup', 2, 'Name one new file.'],
  ['backup a b', 2, 'Name one new file.'],
  [`backup ${folder}`, 1, 'is there already'],
  [`backup ${join(folder, 'never.db')}`, 1, 'There is no database in'],
])('%s: exit code %i, %s', async (line, exit, says) => {
  const { code, out } = await say(line, line.endsWith('never.db') ? 'nowhere' : 'data')
  expect(code).toBe(exit)
  expect((JSON.parse(out) as CommandFailure).error.message).toContain(says)
})
