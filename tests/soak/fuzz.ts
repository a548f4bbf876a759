import { startServer } from '../journeys/serving.ts'
import { fuzz as run } from '../trust/fuzz/fuzz.ts'

const GROWTH_BYTES = 250 * 1024 * 1024

/** Sends hostile requests (100,000) to every route of one server: `npm run soak fuzz [requests] [seed]`. Each must be answered, and not
 *  with 5xx. The server's memory may grow by 250 MB at most. */
export async function fuzz([count = '100000', seed = '1']: string[]): Promise<boolean> {
  const server = await startServer({ RATE_LIMIT: '0', LOG_LEVEL: 'silent' })
  try {
    const { statuses, failures, growthBytes } = await run(server, {
      count: Number(count),
      seed: Number(seed),
    })
    console.log(
      Object.entries(statuses)
        .map(([status, answers]) => `${status}: ${answers}`)
        .join(', '),
    )
    failures.forEach((failure) => console.log(`  ${failure}`))
    console.log(
      `${count} requests of seed ${seed}: ${failures.length} failed; memory grew by ${Math.round(growthBytes / 1024 / 1024)} MB`,
    )
    return failures.length === 0 && growthBytes < GROWTH_BYTES
  } finally {
    await server.end()
  }
}
