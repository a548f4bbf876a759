import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers, PASSWORD, UNPRIVILEGED } from '../store/postgres/server.ts'
import { isAlive } from './isAlive.ts'

/** The cluster of deploy/compose.cluster.yml without containers: three PostgreSQL servers kept by Patroni, three etcd, and HAProxy, from
 *  the same files. Each container is a loopback address here, so ports stay as documented. */

const FILES = join(import.meta.dirname, '../../deploy/postgres')
const MEMBERS = ['postgres1', 'postgres2', 'postgres3'] as const
const ETCDS = ['etcd1', 'etcd2', 'etcd3'] as const
const HOSTS = [...MEMBERS, ...ETCDS, 'database'] as const
/** Debian's folder, with one folder per version. */
const POSTGRES = '/usr/lib/postgresql'
const START_MS = 90_000
/** Interval at which Patroni is asked for a primary. */
const LOOK_MS = 250
/** Silence after which a Patroni counts as away. */
const ROLE_MS = 1000

/** The newest PostgreSQL installed as a package, with the programs that Patroni calls; null if there isn't one. */
function installedPostgres(): string | null {
  try {
    const newest = readdirSync(POSTGRES).sort((a, b) => Number(b) - Number(a))[0]
    return newest === undefined ? null : join(POSTGRES, newest, 'bin')
  } catch {
    return null
  }
}

/** True if Patroni, etcd, HAProxy and PostgreSQL are installed here. Only Linux has enough loopback addresses. */
export function hasPatroni(): boolean {
  const programs = [
    ['patroni', '--version'],
    ['etcd', '--version'],
    ['haproxy', '-v'],
  ] as const
  const areThere = programs.every(([program, argument]) => spawnSync(program, [argument]).status === 0)
  return process.platform === 'linux' && areThere && installedPostgres() !== null
}

interface Daemon {
  name: string
  command: string
  args: readonly string[]
  env: Record<string, string>
  process: ChildProcess
}

interface Member {
  role: string
  url: string
  pid: number | null
}

export async function startPatroniCluster() {
  const addresses = ownAddresses()
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-patroni-'))
  const bin = installedPostgres()!
  const named = (text: string) =>
    text.replaceAll(/\b(?:postgres|etcd)[123](?=:\d)/g, (name) =>
      addresses.get(name as (typeof HOSTS)[number])!,
    )
  const own = (name: string) => {
    mkdirSync(join(folder, name), { mode: 0o700 })
    chown(join(folder, name))
    return join(folder, name)
  }
  chown(folder)
  const archive = own('archive')
  copyFileSync(join(FILES, 'database.sql'), join(folder, 'database.sql'))
  const patroni = read('patroni.yml').replaceAll('/etc/patroni', folder).replaceAll('/archive', archive)
  // A package's own socket folder belongs to the package's user.
  write('patroni.yml', `${named(patroni).trimEnd()}\n    unix_socket_directories: ''\n`)
  const database = addresses.get('database')!
  const haproxy = named(
    read('haproxy.cfg')
      .replace(/^resolvers .*\n(?: .*\n)+/m, '')
      .replaceAll(' resolvers docker init-addr libc,none', '')
      .replaceAll('bind :', `bind ${database}:`),
  )
  write('haproxy.cfg', haproxy)

  function read(name: string): string {
    return readFileSync(join(FILES, name), 'utf8')
  }
  function write(name: string, text: string): void {
    writeFileSync(join(folder, name), text)
  }

  const environment = {
    PATH: `${bin}:${process.env['PATH']}`,
    LEADLOOM_PASSWORD: PASSWORD,
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_POSTGRESQL_BIN_DIR: bin,
    HOME: folder,
  }
  const peers = ETCDS.map((name) => `${name}=http://${addresses.get(name)}:2380`).join(',')
  const programs: Omit<Daemon, 'process'>[] = [
    ...ETCDS.map((name) => {
      const [client, peer] = [2379, 2380].map((port) => `http://${addresses.get(name)}:${port}`)
      return {
        name,
        command: 'etcd',
        args: ['--name', name, '--data-dir', own(name)].concat(
          ['--listen-client-urls', client!, '--advertise-client-urls', client!],
          ['--listen-peer-urls', peer!, '--initial-advertise-peer-urls', peer!],
          ['--initial-cluster', peers],
        ),
        env: environment,
      }
    }),
    ...MEMBERS.map((name) => {
      const address = addresses.get(name)!
      return {
        name,
        command: 'patroni',
        args: [join(folder, 'patroni.yml')],
        env: {
          ...environment,
          PATRONI_NAME: name,
          PATRONI_POSTGRESQL_DATA_DIR: join(own(name), 'data'),
          PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
          PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
          PATRONI_RESTAPI_LISTEN: `${address}:8008`,
          PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
          PGPASSFILE: join(folder, name, 'passwords'),
        },
      }
    }),
    {
      name: 'haproxy',
      command: 'haproxy',
      args: ['-db', '-f', join(folder, 'haproxy.cfg')],
      env: environment,
    },
  ]
  const daemons: Daemon[] = programs.map((program) => ({ ...program, process: run(program) }))

  function run({ name, command, args, env }: Omit<Daemon, 'process'>): ChildProcess {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(command, args, { ...UNPRIVILEGED, env, cwd: folder, stdio: ['ignore', log, log] })
    closeSync(log)
    return child
  }

  /** Asks Patroni for its role, and finds the process of its PostgreSQL. */
  async function member(name: (typeof MEMBERS)[number]): Promise<Member> {
    const address = addresses.get(name)!
    const url = `postgres://leadloom:${PASSWORD}@${address}:5432/leadloom`
    const told = await fetch(`http://${address}:8008/patroni`, { signal: AbortSignal.timeout(ROLE_MS) }).then(
      (answer) => answer.json() as Promise<{ role?: string }>,
      () => ({ role: 'away' }),
    )
    const role =
      told.role === 'master' ? 'primary' : told.role === 'replica' ? 'standby' : (told.role ?? 'away')
    return { role, url, pid: pidOf(join(folder, name, 'data')) }
  }

  async function stop(): Promise<void> {
    // Patroni ends its PostgreSQL with it.
    for (const kind of ['haproxy', 'patroni', 'etcd'])
      await Promise.all(
        daemons
          .filter(({ command }) => command === kind)
          .map(async ({ process: child }) => {
            if (child.exitCode !== null || child.signalCode !== null) return
            const ended = once(child, 'exit')
            child.kill('SIGTERM')
            await ended
          }),
      )
    rmSync(folder, { recursive: true })
  }

  const url = `postgres://leadloom:${PASSWORD}@${database}:5432/leadloom`
  try {
    for (const end = Date.now() + START_MS; !(await answers(url)); await sleep(LOOK_MS))
      if (Date.now() > end)
        throw new Error(`No PostgreSQL became the primary within ${START_MS / 1000} s.\n${logs()}`)
  } catch (error) {
    await stop()
    throw error
  }

  function logs(): string {
    return daemons
      .map(
        ({ name }) =>
          `${name}: ${readFileSync(join(folder, `${name}.log`), 'utf8')
            .trimEnd()
            .split('\n')
            .at(-1)}`,
      )
      .join('\n')
  }

  return {
    url,
    /** Processes beside PostgreSQL, for tests that kill one. */
    daemons: () => daemons.map(({ name, command, process: child }) => ({ name, command, pid: child.pid! })),
    members: () => Promise.all(MEMBERS.map(member)),
    /** Restarts processes that ended, as `restart: always` does. Returns their names. */
    restartEnded(): string[] {
      const ended = daemons.filter(({ process: child }) => !isAlive(child.pid!))
      for (const daemon of ended) daemon.process = run(daemon)
      return ended.map(({ name }) => name)
    },
    stop,
  }
}

/** A loopback address for each host, on a network that no other cluster of this machine is likely to have. */
function ownAddresses(): Map<(typeof HOSTS)[number], string> {
  const network = `127.${1 + (process.pid % 250)}.${1 + (Math.floor(process.pid / 250) % 250)}`
  return new Map(HOSTS.map((name, i) => [name, `${network}.${i + 1}`]))
}

function chown(path: string): void {
  const { uid, gid } = UNPRIVILEGED
  if (uid !== undefined) chownSync(path, uid, gid)
}

/** Process of the PostgreSQL on those files; null while none runs. */
function pidOf(data: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
    // Patroni recovers a crashed PostgreSQL in single-user mode, which has a negative process ID.
    return pid > 0 ? pid : null
  } catch {
    return null
  }
}
