import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import { openSqlite } from '../../src/store/engines/sqlite/open.ts'
import { session, step, uuidOf } from './history.ts'

/** Appends steps to one session without end, many at once, and writes a line for each one that the store acknowledged.
 *  Arguments: the data directory or the address of a database, and the number of the first step. */
const [place = '', first = '0'] = process.argv.slice(2)
const IN_FLIGHT = 64

const store = await (place.startsWith('postgres:')
  ? openPostgres({ url: place })
  : openSqlite({ dataDir: place }))
const { uuid, at } = session({})
await store.openSession(session({}))
let next = Number(first)
await Promise.all(
  Array.from({ length: IN_FLIGHT }, async () => {
    for (;;) {
      const id = uuidOf(next++)
      await store.appendStep(uuid, step({ id, at }))
      process.stdout.write(`${id}\n`)
    }
  }),
)
