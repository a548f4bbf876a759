import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seed } from '../../src/cli/seed/seedSite.ts'
import { publishFile } from '../../src/server/publish/publish.ts'
import { claim } from '../../src/store/engines/sqlite/file/claim.ts'
import { openSqlite } from '../../src/store/engines/sqlite/open.ts'

/** Writes everything a server writes, without end: visitors, their leads, sales and returns, erasures, versions, opt-outs. Prints a line
 *  after each round; on SIGTERM it closes the store and ends. Arguments: the data directory, and the time now in epoch ms. */
const [dataDir = '', now = '0'] = process.argv.slice(2)

const release = claim(dataDir)
const store = await openSqlite({ dataDir, now: () => Number(now) })
const site = { path: 'class-action-finder', productName: 'Leadloom', now: Number(now) }
const reading = new DatabaseSync(join(dataDir, 'leadloom.db'), { readOnly: true })
const known = reading.prepare('SELECT uuid FROM sessions WHERE forgotten = 0 ORDER BY RANDOM() LIMIT 2')
let isStopping = false
process.on('SIGTERM', () => (isStopping = true))

for (let round = 1; !isStopping; round++) {
  await seed(store, { sessions: 3, days: 3, seed: 1000 + round, now: Number(now) })
  for (const { uuid } of known.all()) await store.forgetSession(String(uuid))
  if (round % 5 === 1)
    await publishFile(store, { ...site, file: 'fixtures/sites/class-action-finder/flow.json', weight: 50 })
  process.stdout.write(`${round}\n`)
  // Others need the processor, too.
  await sleep(250)
}
reading.close()
await store.close()
release()
