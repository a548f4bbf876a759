import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { databaseOf } from './database.ts'
import { openPooler } from './pooler.ts'
import { makeDatabase, SERVER_URL, startPostgres, urlOf } from './server.ts'

/** The CLI as an operator runs it, on a real PostgreSQL. */

const LAUNCHER = join(import.meta.dirname, '../../../src/cli/leadloom.js')

function leadloom(args: string[], databaseUrl: string) {
  const env = { ...process.env, PORT: '0', NODE_NO_WARNINGS: '1', DATABASE_URL: databaseUrl }
  const { status, stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, ...args], {
    encoding: 'utf8',
    env,
  })
  expect(stdout + stderr).not.toMatch(/secret|kept-to-itself/)
  return { status, stdout, stderr }
}

/** As long as tests/processes has: each command is a process of its own. */
const SLOW = { timeout: 60_000 }

test('commands that open the store work on PostgreSQL as on the embedded database', SLOW, async () => {
  const url = await databaseOf('commands')
  expect(leadloom(['operators', 'add', 'ada'], url)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Log in as ada with the password ') as string,
  })
  expect(leadloom(['operators'], url).stdout).toMatch(/^ada {2}viewer {2}since /)
  expect(leadloom(['publish', 'fixtures/sites/yardstick', '--path', 'yard'], url)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Version 1 is live on /yard.') as string,
  })
  expect(leadloom(['versions', 'yard'], url).stdout).toMatch(/^yard +1 /m)
  const copied = leadloom(['backup', '/tmp/never.db'], url)
  expect([copied.status, copied.stderr]).toEqual([
    2,
    expect.stringContaining('copied and restored by its own tools (pg_basebackup, pg_dump)'),
  ])
})

test('serve refuses what it cannot use with one sentence, exit code 2, and no password', SLOW, async () => {
  const server = process.env[SERVER_URL]!
  const refused = (url: string, says: string) => {
    const { status, stdout, stderr } = leadloom(['serve'], url)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(says)
    expect(stderr.trim().split('\n')).toHaveLength(2)
  }
  refused('mysql://a:secret@b/c', 'DATABASE_URL must be like postgres://')
  refused('postgres://a:secret@127.0.0.1:1/leadloom', 'cannot be reached: see that PostgreSQL runs there')
  refused(
    Object.assign(new URL(server), { password: 'secret' }).href,
    'refuses this user or password: correct them in DATABASE_URL.',
  )
  refused(urlOf(server, 'nowhere'), 'has no database of this name: make it by createdb')
})

test('serve refuses a database of another program, of a newer release, and a standby', SLOW, async () => {
  const [foreign, newer] = [await databaseOf('a foreign one', 'template0'), await databaseOf('a newer one')]
  const change = async (url: string, sql: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await change(foreign, 'CREATE TABLE recipes (name TEXT)')
  await change(newer, 'UPDATE leadloom SET schema = 999, oldest = 999')
  const standby = await startPostgres({ isStandby: true })
  try {
    for (const [url, says] of [
      [foreign, "holds another program's tables (recipes): name a database of its own"],
      [newer, 'was written by a newer release (schema 999, this one knows'],
      [standby.url, 'which is a standby and takes no writes: name the primary'],
    ] as const) {
      const { status, stderr } = leadloom(['serve'], url)
      expect(status).toBe(2)
      expect(stderr).toContain(says)
    }
  } finally {
    await standby.stop()
  }
})

test('serve refuses a pooler that gives each transaction another connection', SLOW, async () => {
  const pooler = await openPooler(await databaseOf('behind a pooler'), 'last')
  onTestFinished(() => pooler.close())
  // Not as above: the pooler answers from this process.
  const serve = spawn(process.execPath, [LAUNCHER, 'serve'], {
    env: { ...process.env, PORT: '0', NODE_NO_WARNINGS: '1', DATABASE_URL: pooler.url },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [status]] = await Promise.all([text(serve.stderr), once(serve, 'exit')])
  expect(status).toBe(2)
  expect(said).toContain(
    'a pooler that gives each transaction another connection: set it to pool_mode = session',
  )
  expect(said.trim().split('\n')).toHaveLength(2)
})

test('serve refuses a server without fsync', SLOW, async () => {
  const { url, stop } = await startPostgres({ settings: { fsync: 'off' } })
  try {
    await makeDatabase(url, 'unsafe', 'template0')
    const { status, stderr } = leadloom(['serve'], urlOf(url, 'unsafe'))
    expect(status).toBe(2)
    expect(stderr).toContain('runs with fsync = off and would lose what it acknowledged: set it to on')
  } finally {
    await stop()
  }
})
