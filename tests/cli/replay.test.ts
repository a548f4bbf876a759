import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReplayAnswer } from '../../schemas/studio/replay.ts'
import { leadloom } from './commandLine.ts'

const SITE = 'fixtures/sites/yardstick'
const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-replay-'))
const DRAFT = join(FOLDER, 'draft')
const env = { DATA_DIR: join(FOLDER, 'data') }
afterAll(() => rmSync(FOLDER, { recursive: true }))

/** Thirty visits. The draft asks no one for a ZIP code and lacks a step that asks for one. */
beforeAll(async () => {
  await leadloom(`publish ${SITE}/flow.json --path mine`, { env })
  await leadloom('seed --sessions 30 --days 2', { env })
  cpSync(SITE, DRAFT, { recursive: true })
})
const write = (change: (steps: { name: string; display_rules?: object[] }[]) => void) => {
  const flow = JSON.parse(readFileSync(join(SITE, 'flow.json'), 'utf8'))
  change(flow.ui_config.offers.yardstick.steps)
  writeFileSync(join(DRAFT, 'flow.json'), JSON.stringify(flow))
}

test('the version itself, or its texts in another order, change no visit', async () => {
  const { code, out } = await leadloom(`replay mine --draft ${SITE}`, { env })
  expect([code, out]).toEqual([0, expect.stringMatching(/^All \d+ visits take the same path/)])
})

test('counts the visits that differ, with an example for each difference that explain can show', async () => {
  write((steps) => {
    const injured = { operator: 'and', conditions: [{ field: 'injured', condition: 'eq', arg: 'yes' }] }
    steps.find(({ name }) => name === 'zip')!.display_rules = [injured]
  })
  const { code, out } = await leadloom(`replay mine --draft ${DRAFT}`, { env })
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^[\d,]+ of [\d,]+ visits \([\d.]+%\) would differ:\n/),
  ])
  expect(out).toMatch(
    / are asked different questions, or in a different order\n {6}for example: leadloom explain [\da-f-]{36}/,
  )
  const json = await leadloom(`replay mine --draft ${DRAFT} --version 1 --days 9 --json`, { env })
  const answer = JSON.parse(json.out) as ReplayAnswer
  expect(Value.Check(ReplayAnswer, answer)).toBe(true)
  expect(answer.lines.map(({ kind }) => kind)).toContain('other_way')
  const { witness } = answer.lines[0]!
  expect((await leadloom(`explain ${witness}`, { env })).out).toContain(
    `Session ${witness} on /mine, version 1`,
  )
})

test.each([
  ['replay', 2, 'Add the path of one site.'],
  ['replay mine', 2, 'Add the draft: --draft FILE.'],
  [`replay mine --draft ${SITE} --days none`, 2, '--days must be a whole number'],
  [`replay mine --draft ${SITE} --version 9`, 1, "There's no version 9."],
  [`replay yours --draft ${SITE}`, 1, 'Nothing has been published on /yours.'],
])('%s is refused', async (line, code, message) => {
  const answer = await leadloom(line, { env })
  expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(message)])
})

test('says where a draft that can’t be walked is wrong', async () => {
  const { code, out } = await leadloom('replay mine --draft fixtures/broken/unknown_question.json', { env })
  expect([code, out]).toEqual([1, expect.stringContaining('There is no question "zpi".')])
})
