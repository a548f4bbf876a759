import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReportName, ReportRow } from '../../schemas/reports/reports.ts'
import { OPERATOR, startServer } from '../journeys/serving.ts'
import { freePort } from '../server/freePort.ts'
import { accountOf, type Account } from './account.ts'
import { latencies } from './latencies.ts'
import { growthPerHour, type Reading } from './memory.ts'
import { atPace, peakOf } from './pace.ts'
import { openTraffic } from './traffic.ts'

const CONNECTIONS = 64
const PEAK_MS = 10_000
/** Share of the run that isn't counted, as caches fill and V8 compiles hot code. */
const WARM_UP = 0.2
const READ_EVERY_MS = 5000
const P99_MS = 50
/** Drift allowed for a heap that isn't leaking over the counted time, as a share of its mean. */
const DRIFT = 0.05

/** Lets visitors answer for a while (30 minutes) at this many calls a second (half of the server's peak, which is measured first): `npm run
 *  soak steady [minutes] [calls a second]`. Fails if memory grows, one call in a hundred takes longer than P99_MS, or a row is missing from
 *  what was sent, recorded or reported. */
export async function steady([minutes = '30', perSecond]: string[]): Promise<boolean> {
  const durationMs = Number(minutes) * 60_000
  const { peak, pace, failed, p50Ms, p99Ms, longestMs, slow, stillMs, readings, account, reported } =
    await answering(durationMs, perSecond === undefined ? null : Number(perSecond))
  const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
  const warm = readings.filter(({ atMs }) => atMs >= durationMs * WARM_UP)
  const mean = warm.reduce((sum, { bytes }) => sum + bytes, 0) / warm.length
  const growth = growthPerHour(warm)
  const drift = (growth * durationMs * (1 - WARM_UP)) / 3_600_000 / mean
  console.log(
    `${minutes} minutes at ${pace.toFixed(0)} calls a second${peak === null ? '' : `, half of the peak of ${peak.toFixed(0)}`}: ` +
      `p50 ${p50Ms} ms, p99 ${p99Ms} ms, longest ${longestMs} ms, ${failed} not acknowledged`,
  )
  console.log(
    `a call that took over ${P99_MS} ms ended in ${slow.size} of ${Number(minutes) * 60} seconds: ${spans(slow)}; ` +
      `those who call stood still themselves for up to ${stillMs} ms, the server for up to ` +
      `${Math.max(...readings.map(({ stillMs }) => stillMs))} ms`,
  )
  console.log(
    `memory after the warm-up ${mebibytes(mean)} MiB, growing by ${mebibytes(growth)} MiB an hour, ` +
      `${(100 * drift).toFixed(1)} % of it in that time (${warm.length} readings)`,
  )
  const { acknowledged, recorded, lost, doubled, integrity } = account
  console.log(
    `sent ${acknowledged.sessions} sessions, ${acknowledged.steps} steps, ${acknowledged.events} events; recorded ` +
      `${recorded.sessions}, ${recorded.steps}, ${recorded.events}; reported ${reported.sessions} sessions, ` +
      `${reported.events} events; ${lost} lost, ${doubled} doubled, integrity ${integrity}`,
  )
  return drift <= DRIFT && p99Ms < P99_MS && failed === 0 && isAccounted({ account, reported })
}

/** Seconds as spans, `3, 7–12`. */
function spans(seconds: ReadonlySet<number>): string {
  const found: [from: number, to: number][] = []
  for (const second of [...seconds].sort((a, b) => a - b)) {
    const last = found.at(-1)
    if (last?.[1] === second - 1) last[1] = second
    else found.push([second, second])
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ') || 'none'
}

function isAccounted({ account, reported }: { account: Account; reported: Reported }): boolean {
  const { acknowledged, recorded, lost, doubled, integrity } = account
  return (
    recorded.steps === acknowledged.steps &&
    [recorded.sessions, reported.sessions].every((count) => count === acknowledged.sessions) &&
    [recorded.events, reported.events].every((count) => count === acknowledged.events) &&
    lost === 0 &&
    doubled === 0 &&
    integrity === 'ok'
  )
}

/** Lets visitors answer for `durationMs`, at a pace or at half of the peak, and reads the results. */
export async function answering(durationMs: number, perSecond: number | null) {
  const metricsPort = await freePort()
  const server = await startServer({
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    METRICS_PORT: String(metricsPort),
  })
  try {
    const traffic = openTraffic(server, CONNECTIONS)
    const peak = perSecond === null ? await peakOf(traffic, CONNECTIONS, PEAK_MS) : null
    const pace = perSecond ?? peak! / 2
    const calls = latencies()
    const slow = new Set<number>()
    const still = monitorEventLoopDelay()
    still.enable()
    const beganMs = performance.now()
    const reading = readMetrics(metricsPort)
    const { failed } = await atPace(traffic, { perSecond: pace, durationMs }, (ms) => {
      calls.add(ms)
      if (ms > P99_MS) slow.add(Math.floor((performance.now() - beganMs) / 1000))
    })
    const stillMs = Math.round(still.max / 1e6)
    still.disable()
    const readings = await reading.stop()
    const reported = await reports(server.url)
    const acknowledged = await traffic.close()
    await server.stop()
    const [p50Ms, p99Ms, longestMs] = [calls.within(0.5), calls.within(0.99), calls.within(1)]
    const account = await accountOf(server.dataDir, acknowledged)
    return { peak, pace, failed, p50Ms, p99Ms, longestMs, slow, stillMs, readings, account, reported }
  } finally {
    await server.end()
  }
}

/** `stillMs`: the server's longest pause since the previous reading. */
type Health = Reading & { stillMs: number }

/** Reads the server's health from its own metrics until it is stopped. */
function readMetrics(metricsPort: number): { stop: () => Promise<Health[]> } {
  const readings: Health[] = []
  const beganMs = performance.now()
  const ending = new AbortController()
  const read = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    readings.push({
      atMs: performance.now() - beganMs,
      bytes: valueOf('process_resident_memory_bytes'),
      stillMs: Math.round(valueOf('nodejs_eventloop_lag_max_seconds') * 1000),
    })
  }
  const reading = (async () => {
    while (!ending.signal.aborted) {
      await read()
      await sleep(READ_EVERY_MS, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      ending.abort()
      await reading
      return readings
    },
  }
}

interface Reported {
  sessions: number
  events: number
}

/** All-time counts of the operator's reports, over their API, with a login. */
async function reports(url: string): Promise<Reported> {
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'leadloom' }
  const login = await fetch(`${url}/api/reports/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(OPERATOR),
  })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const now = Date.now()
  const sum = async <N extends ReportName>(name: N, query: string, of: (row: ReportRow<N>) => number) => {
    const answer = await fetch(`${url}/api/reports/${name}?${query}`, { headers: { cookie } })
    if (!answer.ok) throw new Error(`${name} was answered ${answer.status}: ${await answer.text()}`)
    const { data } = (await answer.json()) as { data: ReportRow<N>[] }
    return data.reduce((total, row) => total + of(row), 0)
  }
  const [ofPath, ofAll] = [`path=yardstick&from=0&to=${now}`, `start=0&end=${now}`]
  const visits = await sum('analytics-epr', ofAll, (row) => row.visits)
  const impressions = await sum('analytics-ecpm', ofAll, (row) => row.impressions)
  const registrations = await sum('visits-by-affiliate', ofPath, (row) => row.filled_basic_data)
  return {
    sessions: await sum('visits-by-affiliate', ofPath, (row) => row.page_visits),
    events: visits + impressions + registrations,
  }
}
