import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { ImportAnswer } from '../../schemas/commands/author.ts'
import { leadloom } from './commandLine.ts'

const FORMS = 'tests/flow/import/forms'
const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-import-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))
const written = (name: string, text: string) => {
  writeFileSync(join(FOLDER, name), text)
  return join(FOLDER, name)
}

test('creates a site’s folder, lists what wasn’t imported, and names the next step', async () => {
  const folder = join(FOLDER, 'roof')
  const { code, out, err } = await leadloom(['import', `${FORMS}/typeform.json`, '--to', folder])
  expect([code, err]).toEqual([0, ''])
  const lines = out.split('\n')
  expect(lines).toContain(
    `${FORMS}/typeform.json fields[7]  “Photos of the roof” was left out. Its type, a file, isn’t supported.  Ask for it in another way, or when you call.`,
  )
  expect(lines.at(-1)).toBe(
    `Imported 13 questions from Typeform, with 10 notes on what was left out or changed. Next: leadloom dev ${folder}`,
  )
  expect(readdirSync(folder).sort()).toEqual([
    'favicon.ico',
    'flow.json',
    'icon-180.png',
    'icon.svg',
    'roof.css',
  ])
  expect(JSON.parse(readFileSync(join(folder, 'flow.json'), 'utf8'))).toMatchObject({
    ui_config: { style: 'roof', site: { name: 'Roof check for homeowners' } },
  })
  expect((await leadloom(['validate', folder])).code).toBe(0)
  expect(await leadloom(['import', `${FORMS}/typeform.json`, '--to', folder])).toMatchObject({
    code: 1,
    err: `leadloom: ${folder} already contains a site. Choose another folder.`,
  })
})

test('prints data with --json, and takes a uiSchema', async () => {
  const { code, out } = await leadloom(
    `import ${FORMS}/schema.json --ui-schema ${FORMS}/uiSchema.json --to ${join(FOLDER, 'claim')} --json`,
  )
  const answer: unknown = JSON.parse(out)
  expect(code).toBe(1)
  expect([...Value.Errors(ImportAnswer, answer)]).toEqual([])
  expect(answer).toMatchObject({ format: 'json-schema', questions: 20 })
  // The author must replace the sample buyer with a real one.
  const { problems } = answer as { problems: { code: string }[] }
  expect(problems.map(({ code }) => code)).toEqual(['consent_leaves_out_buyer'])
})

test.each([
  [[], 2, 'Add one file.'],
  [[`${FORMS}/survey.json`], 2, 'Add the folder for the site, for example --to sites/my-site.'],
  [
    [`${FORMS}/survey.json`, '--to', join(FOLDER, 'a'), '--from', 'word'],
    2,
    '--from must be one of typeform, typebot, json-schema, surveyjs, not "word".',
  ],
  [
    [`${FORMS}/survey.json`, '--to', join(FOLDER, 'A B')],
    2,
    '"A B" can’t be the name of a site’s folder. Use lowercase letters, digits, and hyphens, such as my-site.',
  ],
  [['none.json', '--to', join(FOLDER, 'a')], 1, 'none.json: no such file.'],
  [
    [`${FORMS}/survey.json`, '--to', join(FOLDER, 'a'), '--from', 'typeform'],
    1,
    `${FORMS}/survey.json: The file isn’t a Typeform document, because it has no "fields".`,
  ],
])('refuses %j', async (words, code, message) => {
  const refused = await leadloom(['import', ...words])
  expect([refused.code, refused.err]).toEqual([code, expect.stringContaining(`leadloom: ${message}`)])
  expect(readdirSync(FOLDER)).not.toContain('a')
})

test('imports a form that contradicts itself, and says what to correct', async () => {
  const field = (ref: string) => ({ ref, title: ref, type: 'yes_no', validations: { required: true } })
  const is = (value: boolean) => ({
    op: 'is',
    vars: [
      { type: 'field', value: 'a' },
      { type: 'constant', value },
    ],
  })
  const jump = (condition: object) => ({
    action: 'jump',
    details: { to: { type: 'field', value: 'c' } },
    condition,
  })
  const file = written(
    'never.json',
    JSON.stringify({
      fields: [field('a'), field('b'), field('c')],
      logic: [{ type: 'field', ref: 'a', actions: [jump(is(true)), jump(is(false))] }],
    }),
  )
  const { code, out } = await leadloom(['import', file, '--to', join(FOLDER, 'never')])
  expect(code).toBe(1)
  expect(out.split('\n').at(-1)).toMatch(/ to fix\. Next: leadloom validate /)
})
