import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { besides } from '../../src/author/document/checkFiles.ts'
import { problemsOf } from '../../src/author/problemsOf.ts'
import { siteFrom } from '../../src/author/templates/siteFrom.ts'
import { exampleCompany } from '../../src/cli/starter/writeSite.ts'
import { SHARED } from '../../src/texts/templates/sharedWords.ts'
import { TEMPLATE_KEYS } from '../../schemas/studio/templateKeys.ts'
import { TEMPLATES } from '../../src/texts/templates/templateWords.ts'
import { leadloom } from './commandLine.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-init-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

describe.each(TEMPLATE_KEYS)('a new site of the kind %s', (kind) => {
  const folder = join(FOLDER, `my-${kind}`)

  test('is a complete folder without problems, in the requested colors', async () => {
    const { code, out } = await leadloom([
      'init',
      folder,
      '--name',
      'Own & Co',
      '--kind',
      kind,
      '--accent',
      '#0D6764',
    ])
    expect(code).toBe(0)
    expect(out.split('\n').at(-1)).toBe(`Created Own & Co. Next: npx --no leadloom dev ${folder}`)
    const file = join(folder, 'flow.json')
    const source = readFileSync(file)
    expect(problemsOf(source, besides(file))).toEqual([])
    const { ui_config, $schema } = JSON.parse(source.toString()) as FlowDocument
    expect(ui_config.site).toMatchObject({ name: 'Own & Co', theme: { light: { accent: '#0d6764' } } })
    expect(existsSync(join(folder, $schema))).toBe(true)
  })

  test('has visitors for each outcome of its rules', async () => {
    const tests = join(folder, 'tests')
    expect((await leadloom(['paths', folder, '--out', tests])).code).toBe(0)
    expect((await leadloom(['simulate', folder, '--answers', tests])).code).toBe(0)
  })
})

test('has one Spanish translation for each text', () => {
  const said = new Map<string, Set<string>>()
  const walk = (words: unknown): void => {
    if (typeof words !== 'object' || words === null) return
    if (!Array.isArray(words)) return Object.values(words).forEach(walk)
    const [en, es] = words as unknown[]
    if (typeof en !== 'string' || typeof es !== 'string') return words.forEach(walk)
    said.set(en, (said.get(en) ?? new Set()).add(es))
  }
  Object.values(SHARED).forEach(walk)
  Object.values(TEMPLATES).forEach(walk)
  expect([...said].filter(([, ways]) => ways.size > 1)).toEqual([])
})

test('text on any accent color is readable', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, fc.constantFrom(...TEMPLATE_KEYS), (accent, template) => {
      const flow = siteFrom({
        template,
        name: 'Own',
        accent,
        style: 'own',
        schema: 'flow.schema.json',
        company: exampleCompany('Own'),
      })
      expect(problemsOf(JSON.stringify(flow))).toEqual([])
    }),
    {
      numRuns: 40,
      examples: [
        ['#ffffff', 'claims'],
        ['#000000', 'home'],
        ['#ffff00', 'debt'],
        ['#777777', 'claims'],
      ],
    },
  )
})

test('asks for missing options at a terminal, and takes an empty answer as the default', async () => {
  const folder = join(FOLDER, 'asked-for')
  const asked: string[] = []
  const answers = ['', '#AA0000', 'home']
  const ask = async (question: string) => {
    asked.push(question)
    return answers[asked.length - 1]!
  }
  expect((await leadloom(['init', folder], { ask })).code).toBe(0)
  expect(asked).toEqual([
    "What's the site's name? [Asked For]",
    'What color are its buttons? [#1a56b0]',
    `What does it offer (${TEMPLATE_KEYS.join(', ')})? [claims]`,
  ])
  const { ui_config } = JSON.parse(readFileSync(join(folder, 'flow.json'), 'utf8')) as FlowDocument
  expect([ui_config.site.name, ui_config.site.theme?.light?.accent]).toEqual(['Asked For', '#aa0000'])
  expect(ui_config.title).toBe('Asked For: compare quotes for your home')
})

test('never overwrites an existing site', async () => {
  const folder = join(FOLDER, 'twice')
  await leadloom(['init', folder])
  const before = readFileSync(join(folder, 'flow.json'), 'utf8')
  const { code, err } = await leadloom(['init', folder, '--name', 'Other'])
  expect([code, err]).toEqual([1, expect.stringContaining('already contains a site')])
  expect(readFileSync(join(folder, 'flow.json'), 'utf8')).toBe(before)
})

test.each([
  [['init'], 'Add one folder.'],
  [['init', join(FOLDER, 'My Site')], 'Use lowercase letters, digits, and hyphens'],
  [['init', join(FOLDER, 'one'), '--accent', 'green'], '--accent must be #'],
  [['init', join(FOLDER, 'one'), '--kind', 'shoes'], '--kind must be one of claims, home'],
  [['init', join(FOLDER, 'one'), '--name', ' '], '--name must have 1 to'],
])('rejects %j', async (words, message) => {
  const { code, err } = await leadloom(words)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
  expect(existsSync(join(FOLDER, 'one'))).toBe(false)
})
