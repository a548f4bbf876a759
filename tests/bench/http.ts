import { fork } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import autocannon from 'autocannon'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import type { Session } from '../../schemas/kernel/session.ts'
import { journeysOf } from '../../src/cli/seed/journeysOf.ts'
import type { Cpu, Order, Ready } from './httpServer.ts'

/** Measures durable step submissions a second over HTTP, beside three floors. The first is a bare Fastify handler that parses the same
 *  bodies and answers 204. The second also opens what is wrapped in them (signature, base64, inflation, JSON); any server of this protocol
 *  does at least that, before it knows a session or a disk. The third also stores what it opened, so it knows the disk, but still no
 *  session and no flow.
 *  Visitors walk the yardstick funnel, each request with its own ID; server and load are two processes. Half of the requests warm each
 *  server up and aren't counted, as V8's own threads take up to 40 µs a request at first, 10 later.
 *  `node tests/bench/http.ts [requests a run] [rounds]` */
const requests = Number(process.argv[2] ?? 80_000)
const rounds = Number(process.argv[3] ?? 3)
const CONNECTIONS = [64, 512]
const NAMES: Record<Order['what'], string> = {
  parses: 'bare, parses the body',
  opens: 'bare, opens the body too',
  keeps: 'bare, keeps it as well',
  ours: 'ours, durable',
}
/** Pairs to compare. The third shows the price of the disk alone, the second the most that a server of this protocol and this store can
 *  reach beside the bare one. */
const SHARES = [
  ['opens', 'parses'],
  ['keeps', 'parses'],
  ['keeps', 'opens'],
  ['ours', 'parses'],
  ['ours', 'opens'],
  ['ours', 'keeps'],
] as const

const root = mkdtempSync(join(tmpdir(), 'leadloom-http-'))
const file = join(import.meta.dirname, '..', '..', 'fixtures', 'sites', 'yardstick', 'flow.json')
const flow = JSON.parse(readFileSync(file, 'utf8')) as FlowDocument
const journeys = journeysOf(flow, { seed: 1, now: Date.now() }).map(({ arrival, moves }) =>
  [...arrival, ...moves.flatMap(({ effects }) => effects)].filter((effect) => effect.type === 'step'),
)

try {
  for (const connections of CONNECTIONS) {
    const runs: Record<Order['what'], Run>[] = []
    for (let round = 0; round < rounds; round++)
      runs.push({
        parses: await measure('parses', connections),
        opens: await measure('opens', connections),
        keeps: await measure('keeps', connections),
        ours: await measure('ours', connections),
      })
    const median = (of: (run: (typeof runs)[number]) => number) =>
      runs.map(of).sort((a, b) => a - b)[Math.floor(runs.length / 2)]!
    console.log(`${connections} connections, medians of ${rounds} rounds`)
    for (const what of Object.keys(NAMES) as Order['what'][])
      console.log(
        `  ${NAMES[what].padEnd(24)} ${median((r) => r[what].perSecond)
          .toFixed(0)
          .padStart(6)} /s   ` +
          `p50 ${median((r) => r[what].p50Ms)} ms  p99 ${median((r) => r[what].p99Ms)} ms   ` +
          `${median((r) => r[what].threadMicros).toFixed(1)} µs of the main thread, ` +
          `${median((r) => r[what].processMicros).toFixed(1)} µs of the process a request`,
      )
    for (const [what, floor] of SHARES)
      console.log(
        `  '${NAMES[what]}' to '${NAMES[floor]}': ` +
          `${median((r) => r[what].perSecond / r[floor].perSecond).toFixed(2)} of its rate ` +
          `(rounds ${runs.map((r) => (r[what].perSecond / r[floor].perSecond).toFixed(2)).join(', ')}), ` +
          `p99 ${median((r) => r[what].p99Ms / r[floor].p99Ms).toFixed(2)} times its own`,
      )
  }
} finally {
  rmSync(root, { recursive: true })
}

interface Run {
  perSecond: number
  p50Ms: number
  p99Ms: number
  threadMicros: number
  processMicros: number
}

async function measure(what: Order['what'], connections: number): Promise<Run> {
  const shortest = Math.min(...journeys.map(({ length }) => length))
  const each = Math.ceil(requests / connections)
  const sessions = connections * Math.ceil(each / shortest)
  const child = fork(join(import.meta.dirname, 'httpServer.ts'))
  const said = async <T>(order: object) => {
    child.send(order)
    return ((await once(child, 'message')) as [T])[0]
  }
  try {
    const ready = await said<Ready>({
      what,
      dataDir: mkdtempSync(join(root, 'data-')),
      sessions,
    } satisfies Order)
    const open = ready.sessions.length > 0 ? ready.sessions : Array.from({ length: sessions }, imagined)
    const queues = Array.from({ length: connections }, (_, n) =>
      open
        .slice((n * sessions) / connections, ((n + 1) * sessions) / connections)
        .flatMap((session, i) => requestsOf(session, journeys[(n + i) % journeys.length]!))
        .slice(0, each),
    )
    const warming = Math.ceil(each / 2)
    await load(
      ready.url,
      queues.map((queue) => queue.slice(0, warming)),
    )
    await said<Cpu>({})
    const { answered, latency, seconds } = await load(
      ready.url,
      queues.map((queue) => queue.slice(warming)),
    )
    const cpu = await said<Cpu>({})
    return {
      perSecond: answered / seconds,
      p50Ms: latency.p50,
      p99Ms: latency.p99,
      threadMicros: cpu.thread / answered,
      processMicros: cpu.process / answered,
    }
  } finally {
    child.kill('SIGKILL')
  }
}

/** Sends every queue over its own connection, each request after the answer to the one before.
 *  Uses our own clock, as autocannon's stops at its next whole second. */
async function load(url: string, queues: ReturnType<typeof requestsOf>[]) {
  const amount = queues.flat().length
  let client = 0
  let [begun, ended] = [0, 0]
  const running = autocannon({
    url,
    connections: queues.length,
    amount,
    setupClient: (one) => one.setRequests(queues[client++]!),
  })
  running.on('start', () => (begun = performance.now()))
  running.on('response', () => (ended = performance.now()))
  const { latency, '2xx': answered } = await running
  if (answered !== amount) throw new Error(`${answered} of ${amount} were answered with 204.`)
  return { answered, latency, seconds: (ended - begun) / 1000 }
}

function requestsOf({ uuid, token }: Session, journey: (typeof journeys)[number]) {
  return journey.map(({ step, answers, timeOnStepMs: time_on_step, execute_actions }) => {
    const submission = {
      id: randomUUID(),
      session_uuid: uuid,
      session_token: token,
      answers,
      ...step,
      time_on_step,
      execute_actions,
    }
    const data = deflateSync(JSON.stringify(submission)).toString('base64')
    return {
      method: 'POST',
      path: '/api/sessions/step',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'x-signature': createHmac('sha256', token).update(data).digest('hex'),
        pageurl: 'https://claims.example/yardstick?utm_source=search',
      },
      body: JSON.stringify({ data, _x: true }),
    }
  })
}

/** A session for the floors, which look none up. */
function imagined(): Session {
  return { uuid: randomUUID(), token: 'x'.repeat(64), version: 1, click_ref: '' }
}
