import { Agent, request } from 'node:http'
import { randomFrom } from '../../../src/cli/seed/random.ts'
import type { Session } from '../../../schemas/kernel/session.ts'
import { wrapped } from '../../server/running.ts'
import type { Serving } from '../../journeys/serving.ts'
import { watchGrowth } from '../growth.ts'
import { hostile, type Hostile } from './request.ts'

/** Result of a run. */
export interface Fuzzed {
  /** Answers by status; 0 is a connection that was closed without one. */
  statuses: Record<string, number>
  /** Numbers of the requests answered with 5xx, or not within a minute; the same seed makes them again. */
  failures: string[]
  /** Largest growth of the server process's resident memory during the run. */
  growthBytes: number
}

const AT_ONCE = 16
/** A busy machine may delay a server for seconds; a server that hangs never answers. */
const PATIENCE_MS = 60_000
/** Requests before a session is replaced, as sessions fill up and are refused. */
const REQUESTS_PER_SESSION = 400

/** Sends `count` hostile requests to a server; the same seed sends the same ones. */
export async function fuzz(
  server: Serving,
  { count, seed }: { count: number; seed: number },
): Promise<Fuzzed> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const fuzzed: Fuzzed = { statuses: {}, failures: [], growthBytes: 0 }
  const growth = watchGrowth(server)
  let session = await openSession(server)
  let next = 0
  const work = async () => {
    for (let n = next++; n < count; n = next++) {
      if (n % REQUESTS_PER_SESSION === 0) session = await openSession(server)
      const sent = hostile(randomFrom(seed, n), session)
      const status = await send(server.url, agent, sent)
      fuzzed.statuses[status] = (fuzzed.statuses[status] ?? 0) + 1
      if (status >= 500 || status === UNANSWERED) fuzzed.failures.push(`${n}: ${status} ${told(sent)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  agent.destroy()
  return { ...fuzzed, growthBytes: growth() }
}

const UNANSWERED = -1

/** Status of the answer, once it was read to its end. */
function send(url: string, agent: Agent, { method, path, headers, body }: Hostile): Promise<number> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const length = body && !headers['transfer-encoding'] ? { 'content-length': body.length } : {}
    const sent = request(
      {
        hostname,
        port,
        agent,
        method,
        path: encodeURI(path).replace(/%25/g, '%'),
        headers: { ...latin(headers), ...length },
      },
      (response) => {
        response
          .on('error', () => resolve(0))
          .on('end', () => resolve(response.statusCode ?? 0))
          .resume()
      },
    )
    sent.setTimeout(PATIENCE_MS, () => {
      resolve(UNANSWERED)
      sent.destroy()
    })
    sent.on('error', () => resolve(0))
    sent.end(body ?? undefined)
  })
}

/** Header values as bytes, as Node sends no others. */
function latin(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')]),
  )
}

async function openSession(server: Serving): Promise<Session> {
  const arrival = { path: 'yardstick', page_url: '', referrer: '', query: {} }
  const { payload, headers } = wrapped('POST /api/sessions', arrival, 'leadloom')
  const response = await fetch(`${server.url}/api/sessions`, {
    method: 'POST',
    headers: { ...(headers as Record<string, string>), 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
  return (await response.json()) as Session
}

function told({ method, path, headers, body }: Hostile): string {
  return `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${body?.toString().slice(0, 200) ?? ''}`
}
