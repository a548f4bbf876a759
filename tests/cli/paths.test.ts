import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { PathsAnswer } from '../../schemas/commands/author.ts'
import type { AnswerScript } from '../../schemas/author/script.ts'
import { leadloom } from './commandLine.ts'

const FLOW = 'fixtures/sites/yardstick'
const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-paths-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

test('writes scripts with traces that replace those of an earlier run, and simulate passes them', async () => {
  const old = join(FOLDER, 'yardstick-path-77.json')
  writeFileSync(old, '{ "answers": {} }')
  writeFileSync(join(FOLDER, 'my-own.json'), '{ "site": "other", "answers": {} }')
  const { code, out } = await leadloom(`paths ${FLOW} --out ${FOLDER}`)
  expect([code, out.split('\n').at(-1)]).toEqual([
    0,
    '2 paths: each rule is true in one and false in another. No smaller set could do that.',
  ])
  const files = readdirSync(FOLDER)
  expect(files).toEqual(['my-own.json', 'yardstick-path-01.json', 'yardstick-path-02.json'])
  const script = JSON.parse(readFileSync(join(FOLDER, files[1]!), 'utf8')) as AnswerScript
  expect([script.site, script.today]).toEqual(['yardstick', '2026-11-20'])
  const played = await leadloom(`simulate ${FLOW} --answers ${FOLDER}`)
  expect([played.code, played.out.split('\n').at(-1)]).toEqual([0, '2 of 2 scripts played without problems.'])
  writeFileSync(join(FOLDER, files[1]!), JSON.stringify({ ...script, actions: ['yardstick/zip send_lead'] }))
  const other = await leadloom(`simulate ${FLOW} --answers ${FOLDER}`)
  expect([other.code, other.out]).toEqual([
    1,
    expect.stringContaining('The action "yardstick/zip send_lead" is expected, but doesn’t run.'),
  ])
})

test('with --json, prints the scripts and the paths that each covers', async () => {
  const { code, out } = await leadloom(`paths ${FLOW} --json --today 2026-03-01`)
  const answer: unknown = JSON.parse(out)
  expect([code, Value.Check(PathsAnswer, answer)]).toEqual([0, true])
  const { scripts, least, impossible, unnoticed } = answer as PathsAnswer
  expect([least, impossible, unnoticed]).toEqual([2, [], { equal: [], undecided: [], missed: [] }])
  expect(
    scripts
      .flatMap(({ notices }) => notices.map(({ condition, instead }) => `${condition} ${instead}`))
      .sort(),
  ).toEqual([
    'injured is "yes" always',
    'injured is "yes" never',
    'injury_age is not "over_3_years" always',
    'injury_age is not "over_3_years" never',
  ])
  expect(scripts.map(({ script }) => script.today)).toEqual(['2026-03-01', '2026-03-01'])
  expect(scripts.flatMap(({ shows }) => shows)).toContainEqual({
    at: ['ui_config', 'offers', 'yardstick', 'steps', 3, 'display_rules', 0],
    step: 'yardstick/vehicle',
    rule: 'injured is "yes"',
    way: 'fails',
  })
})

test('lists the problems of a flow that can’t be run', async () => {
  const { code, out } = await leadloom('paths fixtures/broken/unknown_question.json')
  expect([code, out]).toEqual([1, expect.stringContaining('There is no question "zpi".')])
})

test('names a step that no answer can pass', async () => {
  const text = readFileSync(`${FLOW}/flow.json`, 'utf8')
  const same = '{ "name": "zip" }, { "name": "same_as", "field": "injured" }'
  const file = join(FOLDER, 'flow.json')
  writeFileSync(file, text.replace('{ "name": "zip" }', same))
  expect(await leadloom(`paths ${file}`)).toMatchObject({
    code: 1,
    err: 'leadloom: No visitor can get through this flow. The step "yardstick/zip" doesn’t accept its "zip_code": ZIP code must be the same as Have you been injured in an accident?.',
  })
})

test.each([
  ['paths', 'Add one flow file.'],
  [`paths ${FLOW} --today tomorrow`, '--today must be a day (YYYY-MM-DD), not "tomorrow".'],
])('rejects %s', async (line, message) => {
  expect(await leadloom(line)).toMatchObject({
    code: 2,
    err: `leadloom: ${message}\nFor help: leadloom paths --help`,
  })
})

test('finds one path in a flow without rules, from its first step to its end', async () => {
  const flow = JSON.parse(
    readFileSync('docs/first-site.md', 'utf8').split('```json flow\n')[1]!.split('```')[0]!,
  )
  for (const step of flow.ui_config.offers['accident']!.steps) delete step.display_rules
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-paths-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'flow.json')
  writeFileSync(file, JSON.stringify(flow))
  const { code, out } = await leadloom(`paths ${file} --out ${folder}/tests`)
  expect([code, out.split('\n').at(-1)]).toEqual([
    0,
    '1 path from the first step to the end. The flow has no rules to check.',
  ])
  expect((await leadloom(`simulate ${file} --answers ${folder}/tests`)).code).toBe(0)
})
