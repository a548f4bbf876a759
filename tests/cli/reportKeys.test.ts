import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { KeysAnswer } from '../../schemas/commands/publishing.ts'
import type { OperatorsAnswer } from '../../schemas/commands/operating.ts'
import { leadloom } from './commandLine.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'

test('creates an API key with an end date, lists it next to publishing keys, and revokes it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-report-keys-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  await layEmptyDatabase(dataDir)
  const say = (line: string) => leadloom(line, { env: { DATA_DIR: dataDir } })
  const made = JSON.parse(
    (await say('keys add sheets --reports --sites claims,solar --days 90 --json')).out,
  ) as KeysAnswer
  expect(made.key).toMatch(/^leadloom_[\w-]{43}$/)
  const [key] = made.report_keys
  expect(key).toMatchObject({
    name: 'sheets',
    sites: ['claims', 'solar'],
    made_by: null,
    seen_at: null,
    revoked_at: null,
  })
  expect(key!.expires_at! - key!.made_at).toBe(90 * 86_400_000)
  expect((await say('keys add sheets --reports')).code).not.toBe(0)
  await say('keys add ci --path claims')
  const { out } = await say('keys')
  expect(out).toMatch(
    /^ci {2}\/claims.*\nsheets {2}reports of \/claims \/solar {2}by console {2}since .* {2}until /,
  )
  expect(out).not.toContain(made.key)
  for (const line of [
    'keys add x --reports --path claims',
    'keys add x --days 3',
    'keys add x --sites claims',
    'keys add x --reports --sites Claims!',
    'keys revoke ci --reports',
  ])
    expect((await say(line)).code, line).not.toBe(0)
  expect((await say('keys revoke sheets')).err).toContain('leadloom keys revoke sheets --reports')
  expect((await say('keys revoke ci --reports')).err).toContain('leadloom keys revoke ci')
  expect((await say('keys revoke none')).err).toContain('No active key named "none".')
  expect((await say('keys revoke sheets --reports')).out).toBe('Revoked the report key sheets.')
  expect((await say('keys')).out).toMatch(/sheets .* revoked /)
  expect((await say('keys revoke sheets')).err).toContain('No active key named "sheets".')
  const { audit } = JSON.parse((await say('operators audit --json')).out) as OperatorsAnswer
  expect(audit).toMatchObject([
    { act: 'revoke_report_key', about: 'sheets' },
    { act: 'make_key' },
    { act: 'make_report_key', about: 'sheets for /claims, /solar' },
  ])
  expect((await say('keys add wide --reports')).code).toBe(0)
  expect((await say('keys')).out).toContain('wide  reports  by console')
})
