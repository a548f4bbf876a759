import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CommandFailure } from '../../schemas/commands.ts'
import type { VersionsAnswer } from '../../schemas/commands/publishing.ts'
import { leadloom } from './commandLine.ts'

const ROOT = mkdtempSync(join(tmpdir(), 'leadloom-versions-'))
const GOOD = 'fixtures/sites/yardstick/flow.json'

afterAll(() => rmSync(ROOT, { recursive: true }))

test('a split is published, listed, shared by seeded visitors and rolled back', async () => {
  const { say, weights } = fresh()
  const second = titled('Second')
  await say(`publish ${GOOD} --path claims`)
  expect((await say(`publish ${second} --path claims --weight 30`)).out).toEqual(
    expect.stringMatching(
      /^Version 2 is published on \/claims for 30% of new visitors, next to version 1 \(70%\)\. No server is running on this folder. To see it, start one with DATA_DIR=\S+\.$/,
    ),
  )
  await say('seed --sessions 200 --days 1')
  const { versions } = JSON.parse((await say('versions --json')).out) as VersionsAnswer
  expect(versions.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(200)
  expect(versions[1]!.sessions).toBeGreaterThan(30)
  expect(versions[1]!.sessions).toBeLessThan(90)

  expect((await say('versions claims')).out.split('\n')).toEqual([
    'path    version  live  activated                deactivated  sessions  title',
    `claims        1   70%  Nov 20, 2026, 12:00 EST                    ${versions[0]!.sessions}  Yardstick`,
    `claims        2   30%  Nov 20, 2026, 12:00 EST                     ${versions[1]!.sessions}  Second`,
  ])
  expect((await say('rollback claims')).out).toEqual(
    expect.stringMatching(
      /^Version 1 is now the only live version of \/claims\. No longer live: version 2\. No server is running on this folder/,
    ),
  )
  expect(await weights('claims')).toEqual({ 1: 100, 2: null })
})

test('rolls back to the previous live version, or to any version of the path', async () => {
  const { say, weights } = fresh()
  for (const title of ['One', 'Two', 'Three']) await say(`publish ${titled(title)} --path claims`)
  expect((await say('rollback claims --json')).out).toBe(
    JSON.stringify({ path: 'claims', version: 2, replaced: [{ version: 3, weight: 100 }] }, null, 2),
  )
  await say('rollback claims --to 1')
  const audited = JSON.parse((await say('operators audit --json')).out) as {
    audit: { operator: string; act: string; about: string; changes?: object[] }[]
  }
  expect(audited.audit[0]).toMatchObject({
    operator: 'console',
    act: 'roll_back',
    about: 'claims to version 1',
  })
  expect(await weights('claims')).toEqual({ 1: 100, 2: null, 3: null })
  expect((await say('rollback claims --to 1')).out).toBe(
    'Version 1 is already the only live version of /claims. Nothing changed.',
  )
  await say('rollback claims')
  expect(await weights('claims')).toEqual({ 1: null, 2: 100, 3: null })
})

test('says which settings a flow that sends email still needs', async () => {
  const { say } = fresh()
  const file = join(titled('Mailing'), 'flow.json')
  const flow = JSON.parse(readFileSync(file, 'utf8'))
  const step = flow.ui_config.offers.yardstick.steps.find(({ name }: { name: string }) => name === 'email')
  const email = { to: 'email', subject: 'Your list', text: 'Here it is.' }
  step.execute_actions = [...(step.execute_actions ?? []), { name: 'send_email', email }]
  writeFileSync(file, JSON.stringify(flow))
  expect((await say(`publish ${file} --path claims`)).out).toContain(
    "\nSMTP_URL isn't set, but the flow on /claims sends email. Emails wait until you set it.",
  )
})

test('publishes a flow file with a byte order mark, as Windows writes it', async () => {
  const { say, weights } = fresh()
  const file = join(titled('Marked'), 'flow.json')
  writeFileSync(file, `\ufeff${readFileSync(file, 'utf8')}`)
  await say(`publish ${file} --path claims`)
  expect(await weights('claims')).toEqual({ 1: 100 })
})

test.each(['nowhere', 'empty'])('creates no database where there’s none: %s', async (name) => {
  const DATA_DIR = join(ROOT, name)
  if (name === 'empty') mkdirSync(DATA_DIR)
  for (const line of [
    'versions',
    'rollback claims',
    'ledger',
    'call desk/deliveries',
    'privacy',
    'operators',
    'consent --email ann@example.com',
    'explain 3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21',
  ])
    expect(await leadloom(line, { env: { DATA_DIR } })).toEqual({
      code: 1,
      out: '',
      err: `leadloom: There's no database in ${DATA_DIR}. Set DATA_DIR to the server's folder, or publish a flow first.`,
    })
  expect(existsSync(join(DATA_DIR, 'leadloom.db'))).toBe(false)
})

test('names and explains a rollback that isn’t possible, and changes nothing', async () => {
  const { say, weights } = fresh()
  await say('operators add ada')
  expect((await say('versions')).out).toContain('Nothing is published yet.')
  await say(`publish ${GOOD} --path claims`)
  await say(`publish ${GOOD} --path other`)
  for (const [line, code, message] of [
    ['versions clams', 'unknown_path', 'Nothing has been published on /clams. Did you mean "claims"?'],
    ['rollback clams', 'unknown_path', 'Nothing has been published on /clams. Did you mean "claims"?'],
    ['rollback claims', 'nothing_before', 'The live version of /claims is its first'],
    ['rollback claims --to 2', 'other_path', 'Version 2 belongs to /other, not /claims.'],
    ['rollback claims --to 9', 'unknown_version', "There's no version 9."],
  ] as const) {
    const { code: exit, out } = await say(`${line} --json`)
    const { error } = JSON.parse(out) as CommandFailure
    expect([exit, error.code, error.message]).toEqual([1, code, expect.stringContaining(message)])
  }
  expect(await weights('claims')).toEqual({ 1: 100 })

  await say(`publish ${titled('Two')} --path claims --weight 50`)
  await say(`publish ${titled('Three')} --path claims`)
  expect((await say('rollback claims')).err).toBe(
    'leadloom: Before that, version 1 and version 3 were live on /claims. Choose one with --to VERSION.',
  )
  expect(await weights('claims')).toEqual({ 1: null, 3: null, 4: 100 })
})

/** Command lines on a store of their own, so that the first version is 1. */
function fresh() {
  const env = { DATA_DIR: mkdtempSync(join(ROOT, 'store-')) }
  const say = (line: string) => leadloom(line, { env })
  const weights = async (path: string) => {
    const { versions } = JSON.parse((await say(`versions ${path} --json`)).out) as VersionsAnswer
    return Object.fromEntries(versions.map(({ version, weight }) => [version, weight]))
  }
  return { say, weights }
}

/** The yardstick under another title, as a version of its own. */
function titled(title: string): string {
  const folder = mkdtempSync(join(ROOT, 'site-'))
  cpSync('fixtures/sites/yardstick', folder, { recursive: true })
  const flow = readFileSync(GOOD, 'utf8').replace(/"title": "[^"]*"/, `"title": "${title}"`)
  writeFileSync(join(folder, 'flow.json'), flow)
  return folder
}
