import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../journeys/serving.ts'
import { accountOf, type Account } from './account.ts'
import { fsyncsOf } from './fsyncs.ts'
import { startLoad } from './load.ts'
import { openTraffic } from './traffic.ts'

/** Visitors at a time. */
const TOGETHER = 64
/** Wait before a visitor retries a call, as the server starts on the same two cores. */
const AGAIN_MS = 250
/** Longest time that the server runs until it is killed. */
const RUNNING_MS = 500
/** Longest time until something is acknowledged again. */
const HEALING_MS = 60_000

const COUNTED_STEPS = 10_000

/** Kills the server (200 times) as a power cut would, while visitors answer and try again: `npm run soak kills [times]`. Fails if an
 *  acknowledged row was lost, a row was doubled, the database is damaged, or a commit was not fsynced. */
export async function kills([times = '200']: string[]): Promise<boolean> {
  const { acknowledged, recorded, lost, doubled, integrity } = await killedWhileAnswering(Number(times))
  console.log(
    `${times} kills: ${lost} of ${acknowledged.sessions} sessions, ${acknowledged.steps} steps and ${acknowledged.events} ` +
      `events lost that were acknowledged; ${doubled} doubled; integrity ${integrity}; ` +
      `recorded ${recorded.sessions}, ${recorded.steps}, ${recorded.events}`,
  )
  const written = fsyncsOf(COUNTED_STEPS)
  console.log(
    written
      ? `${written.fsyncs} fsyncs in ${written.commits} commits of ${COUNTED_STEPS} steps`
      : 'fsyncs not counted: strace is not installed',
  )
  const isWritten = written === null || written.fsyncs >= written.commits
  return acknowledged.steps > 0 && lost === 0 && doubled === 0 && integrity === 'ok' && isWritten
}

/** Account after this many kills, each at a random instant once a step was acknowledged since the last. */
export async function killedWhileAnswering(times: number): Promise<Account> {
  const server = await startServer({ RATE_LIMIT: '0', LOG_LEVEL: 'silent' })
  try {
    const traffic = openTraffic(server, TOGETHER)
    const load = startLoad(traffic, TOGETHER, AGAIN_MS)
    for (let n = 0; n < times; n++) {
      await load.acknowledges(1, HEALING_MS, 'steps')
      await sleep(Math.random() * RUNNING_MS)
      await server.kill()
      await server.restart()
    }
    await load.stop()
    const acknowledged = await traffic.close()
    await server.stop()
    return await accountOf(server.dataDir, acknowledged)
  } finally {
    await server.end()
  }
}
