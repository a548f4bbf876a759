import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import type { Session } from '../../schemas/kernel/session.ts'
import { journeysOf } from '../../src/cli/seed/journeysOf.ts'
import type { Effect } from '../../src/flow/journey.ts'
import { openSession, send, type Call, type Server } from './send.ts'

/** Visitors over real HTTP, without a browser. They walk the yardstick funnel, each call after the one before was acknowledged.
 *  Acknowledged calls go to a file, as millions of IDs in memory would stop the visitors while V8 collects garbage. */

const SITE = 'yardstick'

/** Acknowledged call, a line of the file: a session, a submission by its ID, or an event, which is 'visit', 'registration', or the offer of
 *  an impression. */
export type Acknowledged = [session: string, kind: 'session' | 'step' | 'event', name: string]

export interface Visitor {
  /** Makes the next call; false if it was the last. Rejects if the call wasn't acknowledged, and the next call is then the same one
   *  again. */
  act: () => Promise<boolean>
}

export interface Traffic {
  /** Number of calls acknowledged so far. */
  readonly calls: number
  /** Number of those that opened a session or answered a step. Each of these is its own row, while an event may have been counted with a
   *  step before it. */
  readonly rows: number
  /** Number of those that answered a step. */
  readonly steps: number
  visitor: () => Visitor
  /** Resolves to the file's path once it is complete. */
  close: () => Promise<string>
}

/** Opens the traffic. `url`: the server, or each server that a call may go to. `dataDir`: the folder for the file. */
export function openTraffic(
  { url, dataDir }: { url: string | readonly string[]; dataDir: string },
  connections: number,
): Traffic {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const server = { urls: [url].flat(), agent }
  const file = join(dataDir, 'acknowledged.tsv')
  const written = createWriteStream(file)
  let rows = 0
  let steps = 0
  const note = (line: Acknowledged) => {
    if (line[1] !== 'event') rows++
    if (line[1] === 'step') steps++
    written.write(`${line.join('\t')}\n`)
  }
  let visitors = 0
  let calls = 0
  return {
    get calls() {
      return calls
    },
    get rows() {
      return rows
    },
    get steps() {
      return steps
    },
    visitor() {
      const { act } = visitor(server, note, journeys[visitors++ % journeys.length]!)
      return {
        async act() {
          const goesOn = await act()
          calls++
          return goesOn
        },
      }
    },
    async close() {
      server.agent.destroy()
      written.end()
      await once(written, 'close')
      return file
    },
  }
}

const document = join(import.meta.dirname, '..', '..', 'fixtures', 'sites', SITE, 'flow.json')
const flow = JSON.parse(readFileSync(document, 'utf8')) as FlowDocument
const journeys = journeysOf(flow, { seed: 1, now: Date.now() }).map(({ arrival, moves }) => [
  ...arrival,
  ...moves.flatMap(({ effects }) => effects),
])

type Told = Call & { tells: [kind: 'step' | 'event', name: string] }

function visitor(server: Server, note: (line: Acknowledged) => void, journey: readonly Effect[]): Visitor {
  let session: Session | undefined
  const calls = journey.map(callOf)
  return {
    async act() {
      if (!session) {
        session = await openSession(server, SITE)
        note([session.uuid, 'session', ''])
      } else {
        const { name, body, tells } = calls[0]!
        await send(server, session, { name, body })
        note([session.uuid, ...tells])
        calls.shift()
      }
      return calls.length > 0
    },
  }
}

function callOf(effect: Effect): Told {
  return CALLS[effect.type](effect as never)
}

const CALLS: { [T in Effect['type']]: (effect: Extract<Effect, { type: T }>) => Told } = {
  step({ step, answers, timeOnStepMs: time_on_step, execute_actions }) {
    const id = randomUUID()
    return {
      name: 'POST /api/sessions/step',
      body: { id, ...step, answers, time_on_step, execute_actions },
      tells: ['step', id],
    }
  },
  visit: () => ({
    name: 'POST /api/sessions/track/visit',
    body: {},
    tells: ['event', 'visit'],
  }),
  impression: ({ offer_key }) => ({
    name: 'POST /api/sessions/track/offer-impression',
    body: { offer_key },
    tells: ['event', offer_key],
  }),
  completed_basics: () => ({
    name: 'POST /api/sessions/completed_basics',
    body: {},
    tells: ['event', 'registration'],
  }),
}
