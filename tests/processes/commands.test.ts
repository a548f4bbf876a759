import { spawn, spawnSync, type SpawnSyncOptionsWithStringEncoding } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { NOTICES } from '../../src/server/kernel/operatorNotices.ts'
import { layPlaceholders } from '../server/placeholders.ts'

const LAUNCHER = 'src/cli/leadloom.js'
const root = mkdtempSync(join(tmpdir(), 'leadloom-process-'))
afterAll(() => rmSync(root, { recursive: true }))

const start = (args: string[], nodeArgs: string[] = []) => {
  const options: SpawnSyncOptionsWithStringEncoding = { encoding: 'utf8' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeArgs, LAUNCHER, ...args], options)
  return { status, stdout, stderr }
}

test('the process exits with the command’s code', () => {
  expect(start(['validate', 'fixtures/sites/yardstick']).status).toBe(0)
  expect(start(['validate', 'fixtures/broken/empty.json']).status).toBe(1)
  expect(start(['validate']).status).toBe(2)
})

test('a Node that can’t run TypeScript says so, and what to do', () => {
  const { status, stdout, stderr } = start(['serve'], ['--no-strip-types'])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`Leadloom cannot run on Node ${process.versions.node}.`)
  expect(stderr).toContain('npm ci')
})

/** A server on a new folder, and the lines that it printed until it listened. */
const serving = async (env: Record<string, string>, args: string[] = []) => {
  const DATA_DIR = mkdtempSync(join(root, 'served-'))
  await layPlaceholders(DATA_DIR)
  const server = spawn(process.execPath, [LAUNCHER, 'serve', ...args], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR,
      NODE_NO_WARNINGS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(server, 'exit')
  const said: string[] = []
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line)
    if (line === 'Press Ctrl+C to stop.') break
  }
  return { server, exit, said }
}

test('serve prints its address and login, answers there, and stops cleanly', async () => {
  const { server, exit, said } = await serving({})
  const [, url] = /^Leadloom is running at (http:\/\/127\.0\.0\.1:\d+)$/m.exec(said.join('\n')) ?? []
  expect(said).toContain(`  ${url}/yardstick`)
  expect(said).toContainEqual(expect.stringMatching(/^Log in as operator with the password \S{12,}$/))
  expect((await fetch(`${url}/healthz`)).ok).toBe(true)
  server.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

test('the log is sentences with --plain, and JSON without it', async () => {
  const warnings = async (args: string[]) => {
    const { server, exit, said } = await serving({ SHARED_ORIGIN: 'accept', LOG_LEVEL: 'warn' }, args)
    server.kill('SIGTERM')
    await exit
    const running = said.findIndex((line) => line.startsWith('Leadloom is running'))
    // Files that a test laid there are open to others at first.
    return said.slice(0, running).filter((line) => !line.includes(NOTICES.narrowed))
  }
  const sites = '/class-action-finder, /found-money, /leadloom, /unemployment-guru, and /yardstick'
  const sentences = [NOTICES.noSecretsKey, NOTICES.sampleCompanies(sites), NOTICES.sharedOriginAccepted]
  expect(await warnings(['--plain'])).toEqual(sentences)
  const entries = (await warnings([])).map((line) => JSON.parse(line) as { msg: string })
  expect(entries.map(({ msg }) => msg)).toEqual(sentences)
})

test('a password from the settings is never printed, because output becomes a log', async () => {
  const { server, exit, said } = await serving({ OPERATOR_PASSWORD: 'correct horse battery' })
  server.kill('SIGTERM')
  await exit
  expect(said).toContain('Log in as operator with the password in OPERATOR_PASSWORD.')
  expect(said.join()).not.toContain('correct horse battery')
})

test('leadloom dev shows a site until it’s stopped, and leaves nothing behind', async () => {
  const temporary = mkdtempSync(join(root, 'temporary-'))
  const dev = spawn(process.execPath, [LAUNCHER, 'dev', 'fixtures/sites/yardstick', '--port', '0'], {
    env: { ...process.env, TMPDIR: temporary, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(dev, 'exit')
  const [said] = (await once(createInterface({ input: dev.stdout }), 'line')) as [string]
  const url = /^Preview of .*: (http:\/\/127\.0\.0\.1:\d+)$/.exec(said)?.[1]
  const page = await fetch(`${url}/yardstick`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  expect(readdirSync(temporary)).toHaveLength(1)
  dev.kill('SIGINT')
  expect(await exit).toEqual([0, null])
  expect(readdirSync(temporary)).toEqual([])
  const { status, stderr } = start(['dev', 'fixtures/sites'])
  expect([status, stderr]).toEqual([2, expect.stringContaining("doesn't exist")])
})
