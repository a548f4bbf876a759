import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CommandFailure } from '../../schemas/commands.ts'
import type { OperatorsAnswer } from '../../schemas/commands/operating.ts'
import { verifyPassword } from '../../src/server/operators/passwords.ts'
import { openStore } from '../../src/store/openStore.ts'
import { leadloom } from './commandLine.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'

/** Command lines on a database of their own. */
async function fresh() {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-operators-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  await layEmptyDatabase(dataDir)
  return { dataDir, say: (line: string) => leadloom(line, { env: { DATA_DIR: dataDir } }) }
}

test('adds an operator with a valid password, changes it, and revokes the account', async () => {
  const { dataDir, say } = await fresh()
  expect((await say('operators')).out).toContain('No operators yet. Next: leadloom operators add')
  const passwordOf = async (line: string) =>
    (JSON.parse((await say(line)).out) as OperatorsAnswer).password ?? ''
  const first = await passwordOf('operators add ada --role admin --json')
  const second = await passwordOf('operators reset ada --json')
  const store = await openStore({ dataDir, hasThreads: false })
  const kept = (await store.operator('ada'))!
  await store.close()
  expect(kept.role).toBe('admin')
  expect(await verifyPassword(first, kept.password_hash)).toBe(false)
  expect(await verifyPassword(second, kept.password_hash)).toBe(true)

  expect(JSON.parse((await say('operators revoke ada --json')).out)).toMatchObject({
    error: { code: 'last_admin' },
  })
  await say('operators add eve --role admin')
  expect((await say('operators revoke ada')).out).toBe('ada can no longer log in.')
  const { operators, audit } = JSON.parse((await say('operators audit --json')).out) as OperatorsAnswer
  expect(operators).toMatchObject([
    { name: 'ada', role: 'admin', revoked_at: expect.any(Number) },
    { name: 'eve', role: 'admin', revoked_at: null },
  ])
  expect(audit.map(({ operator, act, about }) => [operator, act, about])).toEqual([
    ['console', 'revoke', 'ada'],
    ['console', 'add', 'eve'],
    ['console', 'reset', 'ada'],
    ['console', 'add', 'ada'],
  ])
})

test('invites an operator by a link, changes the role, and creates a link for a new password', async () => {
  const { dataDir, say } = await fresh()
  const invited = JSON.parse((await say('operators invite ada --role author --json')).out) as OperatorsAnswer
  expect(invited.link).toMatch(/^http:\/\/localhost:\d+\/desk\/invitation#[\w-]{43}$/)
  expect(invited.invitations).toMatchObject([{ name: 'ada', role: 'author', made_by: null }])
  expect((await say('operators')).out).toContain('ada  invited as author  all sites  until ')
  expect((await say('operators withdraw ada')).out).toBe('Canceled the invitation for ada.')
  await say('operators add ada')
  expect((await say('operators role ada --role manager')).out).toContain('Changed the role of ada')
  const { link } = JSON.parse((await say('operators reset ada --link --json')).out) as OperatorsAnswer
  const store = await openStore({ dataDir, hasThreads: false })
  expect(await store.operator('ada')).toMatchObject({ role: 'manager' })
  expect(await store.invitations(0)).toMatchObject([{ name: 'ada', role: null }])
  await store.saveLoginSession('f'.repeat(64), '{"operator":"ada","since":5}', Date.now() + 60_000)
  await store.close()
  expect(link).toContain('#')
  expect((await say('operators logins')).out).toContain(`${'f'.repeat(64)}  ada  since 1970`)
  expect((await say(`operators end ${'f'.repeat(64)}`)).out).toBe('Ended the session.')
  expect((await say('operators logins')).out).toBe('')
})

test('a new role keeps an account’s sites until others, or all, are set', async () => {
  const { say } = await fresh()
  const sites = async (line: string) =>
    (JSON.parse((await say(`${line} --json`)).out) as OperatorsAnswer).operators.map(({ sites }) => sites)
  expect(await sites('operators add ada --role manager --sites claims,solar')).toEqual([['claims', 'solar']])
  expect(await sites('operators role ada --role analyst')).toEqual([['claims', 'solar']])
  expect((await say('operators')).out).toContain('ada  analyst  /claims /solar  since ')
  expect(await sites('operators role ada --role analyst --sites solar')).toEqual([['solar']])
  expect(await sites('operators reset ada')).toEqual([['solar']])
  expect(await sites('operators role ada --role analyst --all-sites')).toEqual([null])
  await say('operators role ada --role analyst --sites solar')
  expect(await sites('operators role ada --role admin')).toEqual([null])
  const { audit } = JSON.parse((await say('operators audit --json')).out) as OperatorsAnswer
  expect(audit.map(({ about }) => about)).toEqual([
    'ada to admin',
    'ada to analyst for /solar',
    'ada to analyst',
    'ada',
    'ada to analyst for /solar',
    'ada to analyst for /claims, /solar',
    'ada',
  ])
  const { invitations } = JSON.parse(
    (await say('operators invite bo --sites claims --json')).out,
  ) as OperatorsAnswer
  expect(invitations).toMatchObject([{ name: 'bo', sites: ['claims'] }])
})

test.each([
  ['operators add ada --role admin --sites claims', 2, 'misuse'],
  ['operators revoke ada --sites claims', 2, 'misuse'],
  ['operators add ada --all-sites', 2, 'misuse'],
  ['operators role ada --role viewer --sites claims --all-sites', 2, 'misuse'],
  ['operators add ada --sites Claims!', 2, 'misuse'],
  ['operators reset nobody', 1, 'unknown_operator'],
  ['operators revoke nobody', 1, 'unknown_operator'],
  ['operators role nobody --role admin', 1, 'unknown_operator'],
  ['operators role nobody', 2, 'misuse'],
  ['operators reset nobody --link', 1, 'unknown_operator'],
  ['operators withdraw nobody', 1, 'unknown_invitation'],
  ['operators end nothing', 1, 'unknown_login'],
  ['operators add', 2, 'misuse'],
  ['operators add ada --role owner', 2, 'misuse'],
  ['operators promote ada', 2, 'misuse'],
  ['privacy answer 7 done', 1, 'no_open_request'],
  ['privacy forget', 2, 'misuse'],
  ['privacy opt-out --phone 5125552368 --path nopath', 1, 'unknown_path'],
  ['privacy forget --phone 555', 2, 'misuse'],
])('%s: exit code %i, %s', async (line, exit, code) => {
  const { say } = await fresh()
  const { code: ended, out } = await say(`${line} --json`)
  expect(ended).toBe(exit)
  expect((JSON.parse(out) as CommandFailure).error.code).toBe(code)
})

test('names the copies next to the database that still contain a forgotten person', async () => {
  const { dataDir, say } = await fresh()
  const names = ['leadloom.schema-8.2026-11-20T12-00-00.db', 'leadloom.replaced-2026-11-21T12-00-00-000Z.db']
  const copies = names.map((name) => join(dataDir, name))
  for (const copy of copies) writeFileSync(copy, '')
  const { out } = await say('privacy forget --email ann@example.com')
  for (const copy of copies) expect(out).toContain(`${copy} still contains the person. Delete it`)
})

test('logs the request of a person who was opted out and forgotten', async () => {
  const { say } = await fresh()
  await say('publish fixtures/sites/yardstick --path claims')
  await say('privacy opt-out --phone 5125552368 --path claims')
  const { out } = await say('privacy forget --email ann@example.com --path claims --json')
  expect(JSON.parse(out)).toMatchObject({
    forgotten: [],
    requests: [
      { kind: 'delete', email: 'ann@example.com', manner: 'operator', answer: 'Erased from 0 sessions.' },
      { kind: 'do_not_sell', phone: '5125552368', answer: null },
    ],
  })
})
