import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { besides } from '../../src/author/document/checkFiles.ts'
import { problemsOf } from '../../src/author/problemsOf.ts'
import { starterFlow } from '../../src/cli/starter/starterFlow.ts'
import { KINDS, type Kind } from '../../src/cli/starter/starterWords.ts'
import { leadloom } from './commandLine.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-init-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

const kinds = Object.keys(KINDS) as Kind[]

describe.each(kinds)('a new site of the kind %s', (kind) => {
  const folder = join(FOLDER, `my-${kind}`)

  test('is a whole folder without a problem, with colors as asked', async () => {
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

  test('has visitors for each of its rules, who pass it', async () => {
    const tests = join(folder, 'tests')
    expect((await leadloom(['paths', folder, '--out', tests])).code).toBe(0)
    expect((await leadloom(['simulate', folder, '--answers', tests])).code).toBe(0)
  })
})

test('whatever its color, what stands on it can be read', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, fc.constantFrom(...kinds), (accent, kind) => {
      const flow = starterFlow({ name: 'Own', accent, kind, style: 'own', schema: 'flow.schema.json' })
      expect(problemsOf(JSON.stringify(flow))).toEqual([])
    }),
    {
      numRuns: 40,
      examples: [
        ['#ffffff', 'claims'],
        ['#000000', 'quotes'],
        ['#ffff00', 'benefits'],
        ['#777777', 'claims'],
      ],
    },
  )
})

test('asks at a terminal what is not said, and an empty answer means what it offers', async () => {
  const folder = join(FOLDER, 'asked-for')
  const asked: string[] = []
  const answers = ['', '#AA0000', 'quotes']
  const ask = async (question: string) => {
    asked.push(question)
    return answers[asked.length - 1]!
  }
  expect((await leadloom(['init', folder], { ask })).code).toBe(0)
  expect(asked).toEqual([
    "What's the site's name? [Asked For]",
    'What color are its buttons? [#1a56b0]',
    'What does it offer (claims, quotes, benefits)? [claims]',
  ])
  const { ui_config } = JSON.parse(readFileSync(join(folder, 'flow.json'), 'utf8')) as FlowDocument
  expect([ui_config.site.name, ui_config.site.theme?.light?.accent]).toEqual(['Asked For', '#aa0000'])
  expect(ui_config.title).toBe('Asked For: compare quotes for your home')
})

test('a site that is there is never written over', async () => {
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
  [['init', join(FOLDER, 'one'), '--kind', 'shoes'], '--kind must be one of claims, quotes, benefits'],
  [['init', join(FOLDER, 'one'), '--name', ' '], '--name must have 1 to'],
])('%j is not understood', async (words, message) => {
  const { code, err } = await leadloom(words)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
  expect(existsSync(join(FOLDER, 'one'))).toBe(false)
})
