import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATIENCE } from '../../src/server/http/connections.ts'
import { startServer } from '../journeys/serving.ts'
import { latencies } from './latencies.ts'
import { atPace } from './pace.ts'
import { openTraffic } from './traffic.ts'

const CALLS_PER_SECOND = 200
const P99_MS = 500
const DRIP_MS = 1000
/** Time over which the slow connections open, before the visitors come. One that never reads first takes as many megabytes as the system
 *  keeps for a connection. A thousand at once would be a flood, which is another attack. */
const COMING_MS = 20_000
/** Tolerance for the server, which checks every few seconds, and a busy machine a little later. */
const LATE_MS = 15_000

/** A way to hold a connection with almost no work: what is sent at first, what drips after it, and how long the server puts up with it. */
interface Manner {
  name: string
  first: string
  drip: string
  borneMs: number
  isDeaf?: true
}

const manners = (script: string): Manner[] => [
  {
    name: 'headers without end',
    first: 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ',
    drip: 'x',
    borneMs: PATIENCE.headersMs,
  },
  {
    name: 'a body without end',
    first:
      'POST /api/sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n',
    drip: ' ',
    borneMs: PATIENCE.requestMs,
  },
  {
    name: 'answers that are not read',
    first: `GET /main/assets/${script} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(40),
    // A client that reads nothing learns that the server is gone only when its writes are refused.
    drip: '\r\n',
    borneMs: PATIENCE.stalledMs,
    isDeaf: true,
  },
]

/** Holds 1,000 connections that do almost nothing, each opened again when it is closed, for 60 seconds, while visitors answer: `npm run
 *  soak slow [connections] [seconds]`. Fails if one visitor call in a hundred takes longer than P99_MS, or if a connection is held for
 *  longer than it should be. */
export async function slow([connections = '1000', seconds = '60']: string[]): Promise<boolean> {
  const server = await startServer({ RATE_LIMIT: '0', LOG_LEVEL: 'silent' })
  const attack = attackers(Number(connections), Number(new URL(server.url).port))
  try {
    await sleep(COMING_MS)
    const traffic = openTraffic(server, 64)
    const calls = latencies()
    const pace = { perSecond: CALLS_PER_SECOND, durationMs: Number(seconds) * 1000 }
    const { failed } = await atPace(traffic, pace, calls.add)
    await traffic.close()
    const closings = attack.stop()
    console.log(
      `${connections} slow connections for ${seconds} s: others p50 ${calls.within(0.5)} ms, p99 ${calls.within(0.99)} ms, ` +
        `longest ${calls.within(1)} ms, ${failed} not acknowledged`,
    )
    for (const { name, borneMs, closed, longestMs } of closings)
      console.log(`${name}: closed ${closed} times, after at most ${longestMs} ms (limit ${borneMs})`)
    const isLimited = closings.every(
      ({ borneMs, closed, longestMs }) => closed > 0 && longestMs <= borneMs + LATE_MS,
    )
    return calls.within(0.99) < P99_MS && failed === 0 && isLimited
  } finally {
    attack.stop()
    await server.end()
  }
}

/** Holds this many connections, equally many of every manner, until it is stopped, and counts how often the server closed one. */
function attackers(connections: number, port: number) {
  const sockets = new Set<Socket>()
  const kinds = manners(mainScript())
  const closings = kinds.map(({ name, borneMs }) => ({ name, borneMs, closed: 0, longestMs: 0 }))
  let isOver = false
  const attack = (n: number) => {
    const manner = kinds[n % kinds.length]!
    const closing = closings[n % kinds.length]!
    const socket = connect({ port, host: '127.0.0.1' })
    const beganMs = performance.now()
    sockets.add(socket)
    if (!manner.isDeaf) socket.resume()
    socket.write(manner.first)
    const dripping = setInterval(() => socket.writable && socket.write(manner.drip), DRIP_MS)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dripping)
      sockets.delete(socket)
      if (isOver) return
      closing.closed++
      closing.longestMs = Math.max(closing.longestMs, Math.round(performance.now() - beganMs))
      void sleep(DRIP_MS).then(() => isOver || attack(n))
    })
  }
  for (let n = 0; n < connections; n++)
    void sleep((n * COMING_MS) / connections).then(() => isOver || attack(n))
  return {
    stop() {
      isOver = true
      sockets.forEach((socket) => socket.destroy())
      return closings
    },
  }
}

/** A file large enough to block a connection whose client doesn't read. */
function mainScript(): string {
  const folder = join(import.meta.dirname, '..', '..', 'dist', 'visitor', 'assets')
  return readdirSync(folder).find((name) => /^main-.*\.js$/.test(name))!
}
