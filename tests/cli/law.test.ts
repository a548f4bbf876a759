import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LawAnswer } from '../../schemas/commands/publishing.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'
import { leadloom, NOW } from './commandLine.ts'

/** Tests `leadloom law`, and what publishing says about rules that are off. */

const BROKEN = 'fixtures/broken/law_broken.json'
const RULE = 'us-tcpa-automated'
const REASON = 'Our buyers dial by hand.'

async function stage() {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-law-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  await layEmptyDatabase(dataDir)
  return (...words: string[]) => leadloom(words, { env: { DATA_DIR: dataDir } })
}

const resultsOf = ({ out }: { out: string }) =>
  Object.fromEntries((JSON.parse(out) as LawAnswer).rules.map(({ rule, result }) => [rule, result]))

test('lists each rule of a flow with its source, and the visitor for whom one is broken', async () => {
  const say = await stage()
  const { code, out } = await say('law', BROKEN)
  expect(code).toBe(1)
  expect(out).toContain(`BROKEN  accident  ${RULE}`)
  expect(out).toContain('kept  accident  us-tcpa-no-purchase')
  expect(out).toContain('47 CFR 64.1200(f)(9)(i)(A)')
  expect(out).toContain('It affects a visitor who arrives')
  expect(out).toContain('8 rules: 7 kept, 1 broken.')
})

test('tells apart what will be broken, and what other errors keep from being checked', async () => {
  const say = await stage()
  const soon = await say('law', 'fixtures/broken/law_soon.json', '--json')
  expect([soon.code, resultsOf(soon)['us-tcpa-revoke-all']]).toEqual([0, 'soon'])
  const site = await say('law', 'fixtures/sites/class-action-finder', '--json')
  expect(site.code).toBe(0)
  const { rules } = JSON.parse(site.out) as LawAnswer
  expect([...new Set(rules.map(({ result }) => result))]).toEqual(['kept'])
  expect(rules.find(({ rule }) => rule === 'us-wa-hours')).toMatchObject({ applies: 'WA', offer: 'mva' })
  const other = await say('law', 'fixtures/broken/unused_buyer.json')
  expect(other.out).toContain('No offer has "regimes" yet.')
})

test('a rule is turned off with a reason and on again, and publishing says so', async () => {
  const say = await stage()
  expect((await say('law')).out).toBe('No legal rules are off.')
  const publish = () => say('publish', BROKEN, '--path', 'claims')
  expect((await publish()).code).toBe(1)
  await say('law', 'off', 'us-tcpa-adult', '--reason', 'Buyers ask.')
  expect((await publish()).code).toBe(1)
  await say('law', 'on', 'us-tcpa-adult')
  expect(await say('law', 'off', RULE, '--reason', REASON)).toMatchObject({ code: 0, err: '' })
  expect((await say('law')).out).toBe(
    `${RULE}  off by console since ${new Date(NOW).toISOString()}  ${REASON}`,
  )
  const published = await publish()
  expect(published.code).toBe(0)
  expect(published.out).toContain(`warning: console turned off rule ${RULE}`)
  expect(published.out).toContain(REASON)
  const live = await say('law', 'claims@live', '--json')
  expect([live.code, resultsOf(live)[RULE]]).toEqual([0, 'off'])
  expect((await say('law', 'on', RULE)).code).toBe(0)
  expect(resultsOf(await say('law', 'claims@live', '--json'))[RULE]).toBe('broken')
  expect((await publish()).code).toBe(1)
  expect((await say('operators', 'audit')).out).toMatch(/console.*turn_on_law[^]*console.*turn_off_law/)
})

test.each([
  [['law', 'off', 'us-mars', '--reason', REASON], "There's no legal rule us-mars."],
  [['law', 'off', RULE], 'Add --reason'],
  [['law', 'off', RULE, '--reason', ' '], 'Add --reason'],
  [['law', 'on', RULE], `${RULE} isn't off.`],
  [['law', 'off'], 'Use law off RULE.'],
  [['law', BROKEN, BROKEN], 'Add one flow'],
])('%j: %s', async (words, message) => {
  const say = await stage()
  const { code, err } = await say(...words)
  expect(code).not.toBe(0)
  expect(err).toContain(message)
})
