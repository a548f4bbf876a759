import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATOR } from '../journeys/serving.ts'
import { startCluster } from './cluster.ts'

/** `npm run cluster`: runs until Ctrl+C. Any process may be killed meanwhile. */

const LOOK_EVERY_MS = 500

const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const starting = startCluster({ RATE_LIMIT: '0' })
// The terminal tells what was started as well: the start ends by itself, one way or the other.
void stopped.then(() => starting.catch(() => process.exit()))
const cluster = await starting
const { postgres } = cluster
console.log(`Leadloom listens on ${cluster.url}, by ${cluster.balancedBy}\n`)
for (const { url, pid } of cluster.servers) say('server', url, pid())
for (const [i, url] of postgres.addresses().entries())
  say(i === 0 ? 'primary' : 'standby', url, postgres.pids()[i]!)
console.log(`\nLog in at ${cluster.url}/stats as ${OPERATOR.name} with the password ${OPERATOR.password}`)
console.log('Stop it with Ctrl+C.')

let isStopping = false

/** What Patroni and systemd would do: a standby takes the place of a primary that ended, and what ended starts again. */
async function keepAll(): Promise<void> {
  for (; !isStopping; await sleep(LOOK_EVERY_MS)) {
    const [primary, ...standbys] = postgres.pids().map(isAlive)
    if (!primary) {
      if (!standbys.includes(true))
        return console.log('\nNo standby is left to take the place of the primary.')
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
    for (const server of cluster.servers) {
      if (isAlive(server.pid())) continue
      await server.restart()
      say('server', server.url, server.pid())
    }
  }
}

function say(what: string, url: string, pid: number): void {
  console.log(`  ${what.padEnd(7)}  ${url}  process ${pid}`)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const keeping = keepAll().catch(console.error)
await stopped
isStopping = true
await keeping
await cluster.stop()
