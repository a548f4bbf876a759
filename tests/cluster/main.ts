import { once } from 'node:events'
import { OPERATOR } from '../journeys/serving.ts'
import { startCluster } from './cluster.ts'

/** `npm run cluster`: runs until Ctrl+C. */

const cluster = await startCluster({ RATE_LIMIT: '0' })
const [primary, ...standbys] = cluster.postgres.addresses()
console.log(`Leadloom listens on ${cluster.url}, by ${cluster.balancedBy}\n`)
for (const { url } of cluster.servers) console.log(`  server   ${url}`)
console.log(`  primary  ${primary}`)
for (const standby of standbys) console.log(`  standby  ${standby}`)
console.log(`\nLog in at ${cluster.url}/stats as ${OPERATOR.name} with the password ${OPERATOR.password}`)
console.log('Stop it with Ctrl+C.')
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
await cluster.stop()
