import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../server/freePort.ts'
import { running } from '../server/running.ts'
import { leadloom } from './commandLine.ts'

/** Tests `leadloom keys` on the server's machine, and `leadloom publish --server` on another. */

const SITE = 'fixtures/sites/yardstick'
const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-elsewhere-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

const { app, store, dataDir } = await running({ until: afterAll })
let server = ''
beforeAll(async () => {
  server = await app.listen({ host: '127.0.0.1', port: 0 })
})

/** Makes a key as the server's operator does. */
async function keyFor(name: string, more = ''): Promise<string> {
  const { out } = await leadloom(`keys add ${name} ${more}`, { env: { DATA_DIR: dataDir } })
  return /^LEADLOOM_KEY=(\S+)\n/.exec(out)![1]!
}
const publish = (key: string, line: string) => leadloom(`publish ${line}`, { env: { LEADLOOM_KEY: key } })

test('publishes a site on another server', async () => {
  const key = await keyFor('desk')
  const { code, out } = await publish(key, `${SITE} --path claims --server ${server}`)
  const [share] = (await store.live()).filter(({ path }) => path === 'claims')
  expect([code, out]).toEqual([0, `Version ${share!.version} is live on ${server}/claims.`])
  expect((await store.auditLog(1))[0]).toMatchObject({ operator: 'console, key desk', act: 'publish' })
})

test('keeps a scheduled site waiting until its time', async () => {
  const key = await keyFor('later')
  const at = `${new Date().getFullYear() + 1}-01-02T09:00-05:00`
  const { code, out } = await publish(key, `${SITE} --path later --server ${server} --at ${at}`)
  const instant = new Date(at).toISOString()
  expect([code, out]).toEqual([0, `Scheduled to go live at ${instant}.`])
  expect((await store.live()).some(({ path }) => path === 'later')).toBe(false)
  const without = await publish(key, `${SITE} --path later --server ${server} --at 2027-01-02T09:00`)
  expect([without.code, without.out + without.err]).toEqual([2, expect.stringContaining('with its zone')])
})

test('refuses a site whose leads have nowhere to go unless its author says that they wait', async () => {
  const key = await keyFor('unsold')
  const line = `fixtures/sites/found-money --path unsold --server ${server}`
  const refused = await publish(key, line)
  expect(refused.code).toBe(1)
  expect(refused.out + refused.err).toMatch(/have nowhere to go: no buyer named .* is set up.*--leads-wait/)
  expect((await store.live()).some(({ path }) => path === 'unsold')).toBe(false)
  expect((await publish(key, `${line} --leads-wait`)).code).toBe(0)
})

test('shows an error with its place and sends nothing', async () => {
  const folder = join(FOLDER, 'broken')
  cpSync(SITE, folder, { recursive: true })
  const flow = join(folder, 'flow.json')
  writeFileSync(flow, readFileSync(flow, 'utf8').replace('"widget": "', '"widget": "x'))
  const { code, out } = await publish('never-sent', `${folder} --path broken --server ${server}`)
  expect(code).toBe(1)
  expect(out).toMatch(/flow\.json:\d+:\d+/)
  expect(out).toContain('Not published: ')
})

test('each refusal says how to correct it', async () => {
  const revoked = await keyFor('gone')
  const { out } = await leadloom('keys revoke gone', { env: { DATA_DIR: dataDir } })
  expect(out).toBe('Revoked the publishing key gone.')
  const ofOne = await keyFor('of-one', '--path mine')
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const site = `${SITE} --path claims`
  for (const [key, line, code, says] of [
    [revoked, `${site} --server ${server}`, 1, 'This key is unknown or revoked'],
    [ofOne, `${site} --server ${server}`, 1, 'This key can only publish /mine.'],
    [ofOne, `${SITE} --path stats --server ${server}`, 2, 'The server uses "stats" itself'],
    [ofOne, `${site} --server ${nowhere}`, 1, 'no response (ECONNREFUSED)'],
    [ofOne, `${site} --server http://claims.example`, 2, 'Use --server https://claims.example.'],
    [ofOne, `${site} --server claims.example`, 2, '--server must be an address'],
    ['', `${site} --server ${server}`, 2, 'Set LEADLOOM_KEY'],
  ] as const) {
    const said = await publish(key, line)
    expect([said.code, said.err]).toEqual([code, expect.stringContaining(says)])
    expect(said.err + said.out).not.toContain(ofOne)
  }
})

test('lists keys, creates one per name, and never shows it again', async () => {
  const env = { DATA_DIR: dataDir }
  const key = await keyFor('listed', '--path claims')
  const { out } = await leadloom('keys', { env })
  expect(out).toMatch(/^listed {2}\/claims {2}by console {2}since 2026-/m)
  expect(out).not.toContain(key)
  expect(await leadloom('keys add listed', { env })).toMatchObject({
    code: 1,
    err: 'leadloom: The key name "listed" is already taken. Choose another one.',
  })
  for (const line of ['keys revoke nobody', 'keys revoke gone'])
    expect(await leadloom(line, { env })).toMatchObject({ code: 1 })
  for (const line of [
    'keys add',
    'keys remove a',
    'keys add a/b',
    'keys add a --path stats',
    'keys --path a',
  ])
    expect(await leadloom(line, { env })).toMatchObject({ code: 2 })
})
