import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATOR } from '../journeys/serving.ts'
import { startCluster, startServers } from './cluster.ts'
import { isAlive } from './isAlive.ts'
import { hasPatroni, startPatroniCluster } from './patroniCluster.ts'

/** Runs a cluster until Ctrl+C: `npm run cluster`. Any process may be killed meanwhile. Patroni keeps PostgreSQL running where it is
 *  installed with etcd and HAProxy; otherwise this process does. */

interface Kept {
  cluster: Omit<Awaited<ReturnType<typeof startCluster>>, 'postgres'>
  /** Keeps PostgreSQL running and prints what changed. */
  keepDatabase: () => Promise<void>
}

const LOOK_EVERY_MS = 500
const ENV = { RATE_LIMIT: '0' }

const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const starting: Promise<Kept> = hasPatroni() ? byPatroni() : byUs()
// The terminal signals the child processes as well, so the start ends by itself either way.
void stopped.then(() => starting.catch(() => process.exit()))
const { cluster, keepDatabase } = await starting
for (const { url, pid } of cluster.servers) say('server', url, pid())
console.log(`\nLeadloom is running at ${cluster.url}, by ${cluster.balancedBy}`)
console.log(`Log in at ${cluster.url}/stats as ${OPERATOR.name} with the password ${OPERATOR.password}`)
console.log('Press Ctrl+C to stop.\n')

let isStopping = false
const keeping = keepAll().catch(console.error)
await stopped
isStopping = true
await keeping
await cluster.stop()

async function keepAll(): Promise<void> {
  for (; !isStopping; await sleep(LOOK_EVERY_MS)) {
    await keepDatabase()
    for (const server of cluster.servers) {
      if (isAlive(server.pid())) continue
      await server.restart()
      say('server', server.url, server.pid())
    }
  }
}

/** Prints whenever a member of the cluster has another role or process. */
async function byPatroni() {
  const cluster = await startServers(ENV, startPatroniCluster)
  const { postgres } = cluster
  const known = new Map<string, string>()
  async function keepDatabase(): Promise<void> {
    for (const name of postgres.restartEnded()) console.log(`  ${name} started again`)
    for (const { role, url, pid } of await postgres.members()) {
      const now = `${role} ${pid}`
      if (known.get(url) === now) continue
      known.set(url, now)
      say(role, url, pid)
    }
  }
  for (const { name, pid } of postgres.daemons()) say(name, 'kept by this process', pid)
  await keepDatabase()
  return { cluster, keepDatabase }
}

/** Does the work of Patroni and systemd: promotes a standby when the primary ends, and restarts what ended. */
async function byUs() {
  const cluster = await startCluster(ENV)
  const { postgres } = cluster
  let isLost = false
  for (const [i, url] of postgres.addresses().entries())
    say(i === 0 ? 'primary' : 'standby', url, postgres.pids()[i]!)
  async function keepDatabase(): Promise<void> {
    if (isLost) return
    const [primary, ...standbys] = postgres.pids().map(isAlive)
    if (!primary) {
      if (!standbys.includes(true)) {
        isLost = true
        return console.log('\nNo standby is left to take the place of the primary.')
      }
      await postgres.failOver()
      say('primary', postgres.addresses()[0]!, postgres.pids()[0]!)
      await postgres.rejoin()
      say('standby', postgres.addresses().at(-1)!, postgres.pids().at(-1)!)
    }
    for (const [i, standby] of postgres.standbys().entries()) {
      if (isAlive(standby.process.pid!)) continue
      await postgres.start([standby])
      say('standby', postgres.addresses()[i + 1]!, standby.process.pid!)
    }
  }
  return { cluster, keepDatabase }
}

function say(what: string, url: string, pid: number | null): void {
  console.log(`  ${what.padEnd(9)}  ${url}  ${pid === null ? 'no process' : `process ${pid}`}`)
}
