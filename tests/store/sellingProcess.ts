import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import { openSqlite } from '../../src/store/engines/sqlite/open.ts'
import { NotKept } from '../../src/store/kernel/storeErrors.ts'
import { uuidOf } from './history.ts'

/** Sells without end, several at once, and writes a line with the ID of each acknowledged sale. A sale that wasn't acknowledged is reported
 *  again.
 *  Arguments: the address of a database or a data directory, and the prefix of its IDs. */
const [url = '', prefix = ''] = process.argv.slice(2)
const IN_FLIGHT = 4

const store = await (url.startsWith('postgres:') ? openPostgres({ url }) : openSqlite({ dataDir: url }))
let next = 0
await Promise.all(
  Array.from({ length: IN_FLIGHT }, async () => {
    for (;;) {
      const external_id = `${prefix}${next++}`
      const sale = { session_uuid: uuidOf(0), offer: 'mva', source: 'partner', external_id, cents: 100 }
      while (!(await isKept(() => store.sell({ ...sale, returned: false, at: Date.now() }))));
      process.stdout.write(`${external_id}\n`)
    }
  }),
)

async function isKept(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (error instanceof NotKept) return false
    throw error
  }
}
