import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import type { FlowDocument } from '../../schemas/flow.ts'
import type { Session } from '../../schemas/session.ts'
import { journeysOf } from '../../src/cli/seed/journeys.ts'
import type { Effect } from '../../src/flow/journey.ts'
import { openSession, send, type Call, type Server } from './send.ts'

/** Visitors over real HTTP, without a browser: they walk the yardstick funnel, each call after the one before was
 *  acknowledged, and what was acknowledged is written down. */

const SITE = 'yardstick'

/** What the server acknowledged to one visitor. */
export interface Acknowledged {
  /** Ids of submissions. */
  steps: string[]
  /** 'visit', 'registration', or the offer of an impression. */
  events: string[]
}

export interface Visitor {
  /** Makes the next call; false when it was the last. Rejects when the call was not acknowledged: it is still the next, and
   *  the same. */
  act: () => Promise<boolean>
}

export interface Traffic {
  /** How many calls were acknowledged so far. */
  readonly calls: number
  /** By the uuid of the session. */
  acknowledged: Map<string, Acknowledged>
  visitor: () => Visitor
  close: () => void
}

export function openTraffic(url: string, connections: number): Traffic {
  const server = { url, agent: new Agent({ keepAlive: true, maxSockets: connections }) }
  const acknowledged: Traffic['acknowledged'] = new Map()
  let visitors = 0
  let calls = 0
  return {
    get calls() {
      return calls
    },
    acknowledged,
    visitor() {
      const { act } = visitor(server, acknowledged, journeys[visitors++ % journeys.length]!)
      return {
        async act() {
          const goesOn = await act()
          calls++
          return goesOn
        },
      }
    },
    close: () => server.agent.destroy(),
  }
}

const file = join(import.meta.dirname, '..', '..', 'fixtures', 'sites', SITE, 'flow.json')
const flow = JSON.parse(readFileSync(file, 'utf8')) as FlowDocument
const journeys = journeysOf(flow, { seed: 1, now: Date.now() }).map(({ arrival, moves }) => [
  ...arrival,
  ...moves.flatMap(({ effects }) => effects),
])

type Told = Call & { keep: (told: Acknowledged) => void }

function visitor(server: Server, acknowledged: Traffic['acknowledged'], journey: readonly Effect[]): Visitor {
  let session: Session | undefined
  const calls = journey.map(callOf)
  return {
    async act() {
      if (!session) {
        session = await openSession(server, SITE)
        acknowledged.set(session.uuid, { steps: [], events: [] })
      } else {
        const { name, body, keep } = calls[0]!
        await send(server, session, { name, body })
        keep(acknowledged.get(session.uuid)!)
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
      keep: ({ steps }) => steps.push(id),
    }
  },
  visit: () => ({
    name: 'POST /api/sessions/track/visit',
    body: {},
    keep: ({ events }) => events.push('visit'),
  }),
  impression: ({ offer_key }) => ({
    name: 'POST /api/sessions/track/offer-impression',
    body: { offer_key },
    keep: ({ events }) => events.push(offer_key),
  }),
  completed_basics: () => ({
    name: 'POST /api/sessions/completed_basics',
    body: {},
    keep: ({ events }) => events.push('registration'),
  }),
}
