import type { ChildProcess } from 'node:child_process'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** Three PostgreSQL on loopback: a primary, which acknowledges a commit once one of two standbys has it on its disk, and the two.
 *  All reach the primary at one port, as through haproxy; what Patroni does when the primary dies is done when a test says so. */

const NODES = ['node1', 'node2', 'node3'] as const
const DATABASE = 'leadloom'
const START_MS = 30_000

interface Node {
  name: string
  data: string
  port: number
  process: ChildProcess
}

export async function startPostgresCluster() {
  const { folder, data: first } = initialize()
  const balancer = await openBalancer([])
  const nodes: Node[] = []

  function run(name: string, data: string, port: number): ChildProcess {
    const child = spawnPostgres(data, port, {
      synchronous_standby_names: `ANY 1 (${NODES.join(', ')})`,
      primary_conninfo: `host=127.0.0.1 port=${balancer.port} user=postgres password=${PASSWORD} application_name=${name}`,
      wal_retrieve_retry_interval: '200ms',
      wal_keep_size: '512MB',
    })
    child.stderr?.resume()
    return child
  }

  for (const name of NODES) {
    const data = join(folder, name)
    // Each is a copy of the one that was never started, and so follows it from its first write.
    if (spawnSync('cp', ['-a', first, data]).status !== 0) throw new Error(`${data} could not be made.`)
    if (name !== NODES[0]) writeFileSync(join(data, 'standby.signal'), '')
    const port = await freePort()
    nodes.push({ name, data, port, process: run(name, data, port) })
    if (name === NODES[0]) balancer.pointTo([port])
  }
  let [primary, ...standbys] = nodes as [Node, ...Node[]]
  for (const { port } of nodes) await until(() => answers(serverOn(port)))
  await makeDatabase(serverOn(primary.port), DATABASE, 'template0')

  async function kill(node: Node): Promise<void> {
    const ended = once(node.process, 'exit')
    for (const pid of [node.process.pid!, ...childrenOf(node.process.pid!)])
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended with its parent.
      }
    await ended
  }

  return {
    url: urlOf(serverOn(balancer.port), DATABASE),
    addresses: () => [primary, ...standbys].map(({ port }) => urlOf(serverOn(port), DATABASE)),
    /** Kills the primary with all its children; the standby that has most becomes the primary. */
    async failOver(): Promise<void> {
      await kill(primary)
      balancer.pointTo([])
      const received = await Promise.all(standbys.map(({ port }) => ask(port, RECEIVED)))
      const most = received.indexOf(Math.max(...received))
      const [next] = standbys.splice(most, 1)
      primary = next!
      await ask(primary.port, 'SELECT CAST(pg_promote() AS INT) AS n')
      balancer.pointTo([primary.port])
    },
    async killStandbys(): Promise<void> {
      await Promise.all(standbys.map(kill))
    },
    async startStandbys(): Promise<void> {
      for (const node of standbys) node.process = run(node.name, node.data, node.port)
      for (const { port } of standbys) await until(() => answers(serverOn(port)))
    },
    async stop(): Promise<void> {
      const running = nodes.filter(({ process }) => process.exitCode === null && process.signalCode === null)
      await Promise.all(
        running.map(({ process }) => {
          const ended = once(process, 'exit')
          process.kill('SIGQUIT')
          return ended
        }),
      )
      await balancer.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** How far a standby has the primary's log of writes on its disk, in bytes. */
const RECEIVED = "SELECT CAST(pg_last_wal_receive_lsn() - '0/0' AS TEXT) AS n"

async function ask(port: number, sql: string): Promise<number> {
  const client = new Client({ connectionString: serverOn(port) })
  await client.connect()
  try {
    return Number((await client.query<{ n: unknown }>(sql)).rows[0]!.n)
  } finally {
    await client.end()
  }
}

/** Each of PostgreSQL's processes has a session of its own: a signal to the group of the first does not reach them. */
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
  for (const end = Date.now() + START_MS; !(await holds()); await sleep(50))
    if (Date.now() > end) throw new Error(`It did not come to be within ${START_MS} ms.`)
}
