import { openStore } from '../../src/store/openStore.ts'
import { publish, session, step, uuidOf } from '../store/history.ts'

/** Appends steps, 64 at a time, and prints on one line how many commits the store took for them.
 *  Arguments: the data directory, and the number of steps. */
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
