import { parseArgs } from 'node:util'
import { availableParallelism, loadavg } from 'node:os'
import { publishFlow } from '../journeys/publishing.ts'
import { startServer } from '../journeys/serving.ts'
import { buildPeers, PEERS_FOLDER } from './visitor/build.ts'
import { headersOf, servePeers } from './visitor/serve.ts'
import { SUBJECTS } from './visitor/subjects.ts'
import { printFields, printWalks } from './visitor/tables.ts'
import { measureThousand, thousandFlow, type Thousand } from './visitor/thousand.ts'
import { walk, type Walk } from './visitor/walk.ts'
import { printWork } from './visitor/workTable.ts'

/** Measures how fast a funnel is for a visitor, beside peers with the same twelve steps: plain HTML with a hundred lines of script,
 *  Formbricks, React written by hand. Runs on a processor a quarter as fast, behind 150 ms and 1.6 Mbit/s, with a fresh browser for each
 *  walk, one walk of each in turn.
 *  Keeping and sending answers, which no peer does, costs the difference to walks of the same page in a browser whose storage takes no
 *  calls. Its outbox stays empty, so nothing is packed, signed or sent; the journey is still stored. Moving steps, which no peer does
 *  either, costs the difference to walks of a visitor who prefers reduced motion. These walks count the work of the page's thread, on the
 *  processor as it is: see `walk`.
 *  Then, on the same phone, measures a page of a thousand fields beside rjsf as its documentation shows it. Missing a goal fails the run.
 *  `node tests/bench/visitor.ts [--rounds 8]`, after `npm run build`. */

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '8' } } })
const ROUNDS = Number(values.rounds)
const PAINTED = ['ours', 'plain', 'formbricks', 'react'] as const
const WORKING = ['ours', 'unsent', 'still', 'plain', 'formbricks', 'react'] as const
const PATH = 'thousand'

await buildPeers()
const server = await startServer({ RATE_LIMIT: '0' })
await publishFlow(thousandFlow(), PATH, server)
const peers = await servePeers(PEERS_FOLDER, await headersOf(`${server.url}/yardstick`))
try {
  const walked: Record<(typeof PAINTED)[number], Walk[]> = { ours: [], plain: [], formbricks: [], react: [] }
  const worked: Record<(typeof WORKING)[number], Walk[]> = {
    ours: [],
    unsent: [],
    still: [],
    plain: [],
    formbricks: [],
    react: [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of turned(PAINTED, round)) walked[name].push(await walkOnce(name, false))
    for (const name of turned(WORKING, round)) worked[name].push(await walkOnce(name, true))
  }
  const fields: { ours: Thousand[]; rjsf: Thousand[] } = { ours: [], rjsf: [] }
  for (let round = 0; round < ROUNDS; round++) {
    fields.ours.push(await measureThousand(`${server.url}/${PATH}`, 'button[value=yes]'))
    fields.rjsf.push(await measureThousand(`${peers.url}/rjsf/`, 'button'))
  }
  const [load = 0] = loadavg()
  console.log(
    `${availableParallelism()} cores, load ${load.toFixed(1)}; ${ROUNDS} rounds, medians; in brackets ours ÷ theirs`,
  )
  if (load > availableParallelism())
    console.log(
      'Other programs had the processor: times, long tasks among them, and layout shifts by late frames are theirs too.',
    )
  const met = [printWalks(walked), printFields(fields), printWork(worked)]
  if (met.includes(false)) process.exitCode = 1
} finally {
  peers.close()
  await server.end()
}

/** Each begins equally many rounds, as the first measures a few percent slower than the last. */
function turned<T>(names: readonly T[], round: number): T[] {
  return names.map((_, turn) => names[(round + turn) % names.length]!)
}

async function walkOnce(name: keyof typeof SUBJECTS, isFast: boolean): Promise<Walk> {
  const url = name === 'ours' || name === 'unsent' || name === 'still' ? server.url : peers.url
  await visit(url + SUBJECTS[name].path)
  return walk(SUBJECTS[name], url, { isFast })
}

/** Visits the page before it is measured, as a real server has other visitors and doesn't wake up for one. */
async function visit(page: string): Promise<void> {
  for (let visitor = 0; visitor < 100; visitor++) await (await fetch(page)).arrayBuffer()
}
