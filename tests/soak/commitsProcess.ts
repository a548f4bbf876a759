import { openStore } from '../../src/store/openStore.ts'
import { publish, session, step, uuidOf } from '../store/history.ts'

/** Appends steps, 64 at a time, and says on one line in how many commits the store kept them.
 *  Arguments: the data directory, and how many steps. */
const [dataDir = '', steps = '0'] = process.argv.slice(2)
const TOGETHER = 64

const store = await openStore({ dataDir })
await publish(store, 'leadloom', 1000)
await store.openSession(session({}))
let commits = 0
store.watch(() => commits++)
let next = 0
await Promise.all(
  Array.from({ length: TOGETHER }, async () => {
    while (next < Number(steps)) await store.appendStep(session({}).uuid, step({ id: uuidOf(next++) }))
  }),
)
console.log(JSON.stringify({ commits }))
await store.close()
