import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { DiffAnswer } from '../../schemas/commands/author.ts'
import { leadloom } from './commandLine.ts'

const SITE = 'fixtures/sites/yardstick'
const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-diff-'))
const AFTER = join(FOLDER, 'yardstick')
afterAll(() => rmSync(FOLDER, { recursive: true }))
cpSync(SITE, AFTER, { recursive: true })
const FLOW = join(AFTER, 'flow.json')
writeFileSync(FLOW, readFileSync(FLOW, 'utf8').replace('What happened?', 'What came to pass?'))

test('lists the changes, and says that no visitor’s path differs', async () => {
  const { code, out } = await leadloom(`diff ${SITE} ${AFTER} --visitors 50`)
  expect([code, out.split('\n')]).toEqual([
    0,
    [
      '1 change:',
      '',
      'Texts',
      '  ~ question story, label: "What happened?" → "What came to pass?"',
      '',
      'Simulated with 50 visitors who choose every answer equally often:',
      '  All visitors take the same path and create the same leads.',
    ],
  ])
})

test('says so if nothing changed', async () =>
  expect(await leadloom(`diff ${SITE} ${SITE}`)).toEqual({
    code: 0,
    out: 'No differences.',
    err: '',
  }))

test('compares a file with the live version, and versions with each other', async () => {
  const env = { DATA_DIR: join(FOLDER, 'data') }
  await leadloom(`publish ${SITE}/flow.json --path mine`, { env })
  const { code, out } = await leadloom(`diff mine@live ${AFTER} --json --visitors 5`, { env })
  const answer: unknown = JSON.parse(out)
  expect([code, Value.Check(DiffAnswer, answer)]).toEqual([0, true])
  expect((answer as DiffAnswer).changes).toHaveLength(1)
  expect((await leadloom('diff mine@1 mine@live', { env })).out).toBe('No differences.')
  expect(await leadloom('diff mine@7 mine@live', { env })).toMatchObject({
    code: 1,
    err: "leadloom: There's no version 7. To list versions: leadloom versions mine",
  })
  expect((await leadloom('diff yours@live mine@live', { env })).err).toContain('Nothing has been published')
})

test.each([
  ['diff', 2, 'Add two flows: the one before and the one after.'],
  [`diff ${SITE} mine@newest`, 2, '"mine@newest" isn\'t a version'],
  [`diff ${SITE} ${SITE} --visitors none`, 2, '--visitors must be a whole number'],
])('%s is refused', async (line, code, message) => {
  const answer = await leadloom(line)
  expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(message)])
})

test('lists the problems of a flow that can’t be walked', async () => {
  const { code, out } = await leadloom(`diff ${SITE} fixtures/broken/unknown_question.json --visitors 5`)
  expect([code, out]).toEqual([1, expect.stringContaining('There is no question "zpi".')])
})
