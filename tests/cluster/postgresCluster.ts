import { spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../server/freePort.ts'
import {
  answers,
  initialize,
  makeDatabase,
  PASSWORD,
  serverOn,
  spawnPostgres,
  urlOf,
} from '../store/postgres/server.ts'
import { openBalancer } from './balancer.ts'
import { openPrimaryProxy } from './haproxy.ts'

/** Three PostgreSQL servers on loopback: a primary and two standbys. The primary acknowledges a commit once one standby has it on its disk.
 *  All reach the primary at one port, as through HAProxy. When the primary dies, a test decides when Patroni's work is done. */

const NAMES = ['node1', 'node2', 'node3'] as const
const DATABASE = 'leadloom'
const PATIENCE_MS = 60_000

export interface Node {
  name: string
  data: string
  port: number
  process: ChildProcess
}

/** Starts the cluster. `withHaproxy`: HAProxy leads to the primary, in place of our own balancer. */
export async function startPostgresCluster({ withHaproxy = false } = {}) {
  const { folder, data: first } = initialize()
  const ports = await Promise.all(NAMES.map(freePort))
  const balancer = withHaproxy ? await openPrimaryProxy(ports) : await openBalancer([])

  function run(name: string, data: string, port: number): ChildProcess {
    const child = spawnPostgres(data, port, {
      synchronous_standby_names: `ANY 1 (${NAMES.join(', ')})`,
      primary_conninfo: `host=127.0.0.1 port=${balancer.port} user=postgres password=${PASSWORD} application_name=${name}`,
      wal_retrieve_retry_interval: '200ms',
      wal_keep_size: '512MB',
    })
    child.stderr?.resume()
    return child
  }

  const nodes = NAMES.map((name, i): Node => {
    const [data, port] = [join(folder, name), ports[i]!]
    // Each is a copy of the one that was never started, so it follows that one from its first write.
    copyFolder(first, data)
    if (i > 0) beStandby(data)
    return { name, data, port, process: run(name, data, port) }
  })
  let [primary, ...standbys] = nodes as [Node, ...Node[]]
  let killed: Node | null = null
  /** Running standbys that receive nothing. */
  const stopped = new Set<Node>()

  async function stop(): Promise<void> {
    await Promise.all(
      nodes.map((node) => {
        const ended = endOf(node)
        node.process.kill('SIGQUIT')
        return ended
      }),
    )
    await balancer.close()
    rmSync(folder, { recursive: true })
  }

  try {
    await balancer.pointTo([primary.port])
    for (const node of nodes) await until(() => answersOrEnded(node))
    await makeDatabase(serverOn(primary.port), DATABASE, 'template0')
  } catch (error) {
    await stop()
    throw error
  }

  async function start(node: Node): Promise<void> {
    stopped.delete(node)
    node.process = run(node.name, node.data, node.port)
    await until(() => answers(serverOn(node.port)))
  }

  /** Waits until the primary sends its writes to each of them as they come. */
  async function untilStreaming(followers: readonly Node[]): Promise<void> {
    const names = followers.map(({ name }) => `'${name}'`).join(', ')
    const sql = `SELECT COUNT(*) AS n FROM pg_stat_replication WHERE state = 'streaming' AND application_name IN (${names})`
    await until(async () => (await ask(primary, sql)) === followers.length)
  }

  return {
    url: urlOf(serverOn(balancer.port), DATABASE),
    /** Addresses, the primary's first, in the order of `pids`. */
    addresses: () => [primary, ...standbys].map(({ port }) => urlOf(serverOn(port), DATABASE)),
    pids: () => [primary, ...standbys].map(({ process }) => process.pid!),
    standbys: (): readonly Node[] => standbys,
    /** Kills standbys with all their children. */
    async kill(followers: readonly Node[]): Promise<void> {
      await Promise.all(followers.map(killNode))
    },
    /** Starts standbys that were killed, from what is on their disks. */
    async start(followers: readonly Node[]): Promise<void> {
      await Promise.all(followers.map(start))
      await untilStreaming(followers)
    },
    /** Stops a standby from receiving, though its connection stays, until it is killed and started. */
    stopReceiving(standby: Node): void {
      stopped.add(standby)
      for (const pid of childrenOf(standby.process.pid!))
        if (/walreceiver/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) process.kill(pid, 'SIGSTOP')
    },
    /** Stops a standby from applying what it receives on its disk, until it is promoted or restarted. */
    async pauseReplay(standby: Node): Promise<void> {
      await ask(standby, 'SELECT pg_wal_replay_pause()')
    },
    /** Bytes written by now that a standby doesn't have: on its disk, and in its tables. */
    async lagOf(standby: Node): Promise<{ received: number; replayed: number }> {
      const written = await ask(primary, WRITTEN)
      return {
        received: written - (await ask(standby, RECEIVED)),
        replayed: written - (await ask(standby, REPLAYED)),
      }
    },
    /** Kills the primary with all its children; the running standby with the most data becomes the primary. */
    async failOver(): Promise<void> {
      await killNode(primary)
      await balancer.pointTo([])
      const running = standbys.filter(isRunning)
      // Data that left the primary may still be on its way to a standby's disk.
      for (const standby of running)
        if (!stopped.has(standby)) await until(async () => (await ask(standby, RECEIVERS)) === 0)
      const received = await Promise.all(running.map((standby) => ask(standby, RECEIVED)))
      const next = running[received.indexOf(Math.max(...received))]!
      standbys = standbys.filter((standby) => standby !== next)
      killed = primary
      primary = next
      await ask(primary, 'SELECT pg_promote()')
      await balancer.pointTo([primary.port])
    },
    /** Brings the killed primary back as a standby, on a new copy of the primary. */
    async rejoin(): Promise<Node> {
      if (!killed) throw new Error('No primary was killed.')
      const node = killed
      killed = null
      rmSync(node.data, { recursive: true })
      await copyRunning(primary, node.data)
      beStandby(node.data)
      standbys.push(node)
      await start(node)
      await untilStreaming([node])
      return node
    },
    stop,
  }
}

/** Position in the write-ahead log, in bytes: written by the primary, on a standby's disk, and applied by it. */
const WRITTEN = "SELECT pg_current_wal_flush_lsn() - '0/0' AS n"
const RECEIVED = "SELECT pg_last_wal_receive_lsn() - '0/0' AS n"
const REPLAYED = "SELECT pg_last_wal_replay_lsn() - '0/0' AS n"

/** Number of processes of a standby that receive: one or none. */
const RECEIVERS = 'SELECT COUNT(*) AS n FROM pg_stat_wal_receiver'

/** The number `n` of the one row that a query gives. */
async function ask(node: Node, sql: string): Promise<number> {
  const client = new Client({ connectionString: serverOn(node.port) })
  await client.connect()
  try {
    return Number((await client.query<{ n: unknown }>(sql)).rows[0]!.n)
  } finally {
    await client.end()
  }
}

/** A base backup of a running server through its own functions, as pg_basebackup makes it.
 *  Source: postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP. */
async function copyRunning(node: Node, data: string): Promise<void> {
  const client = new Client({ connectionString: serverOn(node.port) })
  await client.connect()
  try {
    await client.query("SELECT pg_backup_start('rejoin', true)")
    copyFolder(node.data, data)
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    const label = join(data, 'backup_label')
    writeFileSync(label, rows[0]!.labelfile)
    // PostgreSQL renames this file, and refuses files that don't belong to its user.
    const { uid, gid } = statSync(data)
    chownSync(label, uid, gid)
  } finally {
    await client.end()
  }
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, name))
  // The write-ahead log comes from the primary, starting where the copy began.
  for (const name of readdirSync(join(data, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name)) rmSync(join(data, 'pg_wal', name))
}

function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${to} could not be made: ${stderr}`)
}

function beStandby(data: string): void {
  writeFileSync(join(data, 'standby.signal'), '')
}

const isRunning = ({ process }: Node) => process.exitCode === null && process.signalCode === null

async function endOf(node: Node): Promise<void> {
  if (isRunning(node)) await once(node.process, 'exit')
}

/** True if the server answers. Throws if it has ended, as it won't answer anymore. */
async function answersOrEnded(node: Node): Promise<boolean> {
  if (!isRunning(node)) throw new Error(`${node.name} ended before it answered.`)
  return answers(serverOn(node.port))
}

async function killNode(node: Node): Promise<void> {
  if (!isRunning(node)) return
  const ended = endOf(node)
  for (const pid of [node.process.pid!, ...childrenOf(node.process.pid!)])
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended with its parent.
    }
  await ended
}

/** Processes of a PostgreSQL server. Each has a session of its own, so a signal to the first one's group doesn't reach them. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return new RegExp(`^PPid:\\s+${parent}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'))
      } catch {
        return false
      }
    })
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(50))
    if (Date.now() > end) throw new Error(`It did not come to be within ${PATIENCE_MS} ms.`)
}
