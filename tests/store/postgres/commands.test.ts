import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { leadloom } from '../../cli/commandLine.ts'
import { databaseOf } from './database.ts'
import { openPooler } from './pooler.ts'
import { makeDatabase, SERVER_URL, startPostgres, urlOf } from './server.ts'

/** Tests the commands as an operator writes them, on a real PostgreSQL. */

async function said(line: string, databaseUrl: string) {
  const env = { PORT: '0', DATABASE_URL: databaseUrl }
  const { code, out, err } = await leadloom(line, { env, now: Date.now })
  expect(out + err).not.toMatch(/secret|kept-to-itself/)
  return { code, out, err }
}

/** Fails unless `serve` refuses with this message, and says where to read more. */
async function refused(url: string, says: string): Promise<void> {
  const { code, out, err } = await said('serve', url)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(says)
  expect(err.trim().split('\n')).toHaveLength(2)
}

test('commands that open the store work on PostgreSQL as on the embedded database', async () => {
  const url = await databaseOf('commands')
  expect(await said('operators add ada', url)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Log in as ada with the password ') as string,
  })
  expect((await said('operators', url)).out).toMatch(/^ada {2}viewer {2}all sites {2}since /)
  expect(await said('publish fixtures/sites/yardstick --path yard', url)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Version 1 is live on /yard.') as string,
  })
  expect((await said('versions yard', url)).out).toMatch(/^yard +1 /m)
  expect(await said('backup /tmp/never.db', url)).toMatchObject({
    code: 2,
    err: expect.stringContaining('with its own tools (pg_basebackup, pg_dump)') as string,
  })
})

test('serve refuses an unusable database with a clear message, exit code 2, and no password', async () => {
  const server = process.env[SERVER_URL]!
  await refused('mysql://a:secret@b/c', 'DATABASE_URL must be like postgres://')
  await refused(
    'postgres://a:secret@127.0.0.1:1/leadloom',
    'can’t be reached. Check that PostgreSQL is running there',
  )
  await refused(
    Object.assign(new URL(server), { password: 'secret' }).href,
    'rejected this user or password. Correct them in DATABASE_URL.',
  )
  await refused(urlOf(server, 'nowhere'), 'has no database with this name. Create it with createdb')
})

test('serve refuses a database of another program, of a newer release, and a standby', async () => {
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
  onTestFinished(() => standby.stop())
  await refused(foreign, "has another program's tables (recipes). Use a separate database")
  await refused(newer, 'was written by a newer release (schema 999, this one supports')
  await refused(standby.url, 'which is a standby and doesn’t accept writes. Use the primary')
})

test('serve refuses a pooler that gives each transaction another connection', async () => {
  const pooler = await openPooler(await databaseOf('behind a pooler'), 'last')
  onTestFinished(() => pooler.close())
  await refused(
    pooler.url,
    'a pooler that uses another connection for each transaction. Set it to pool_mode = session',
  )
})

test('serve refuses a server without fsync', async () => {
  const { url, stop } = await startPostgres({ settings: { fsync: 'off' } })
  onTestFinished(() => stop())
  await makeDatabase(url, 'unsafe', 'template0')
  await refused(urlOf(url, 'unsafe'), 'runs with fsync = off and could lose saved data. Set it to on')
})
