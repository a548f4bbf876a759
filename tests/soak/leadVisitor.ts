import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Flow } from '../../schemas/flow/flow.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import type { Store } from '../../src/store/store.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from '../server/smallFlow.ts'
import { openSession, refusalOf, send, type Server } from './send.ts'

/** Wait before a call is made again, and the most that it is made. */
const AGAIN_MS = 250
const MOST_TRIES = 100

/** A visitor who answers the small flow to its end; the lead falls due with the last answer. */
export async function answerAll(server: Server, path: string): Promise<{ uuid: string; steps: string[] }> {
  const session = await untilKept(() => openSession(server, path))
  const steps: string[] = []
  for (const step of [HURT, WHERE, MAIL]) {
    const id = randomUUID()
    const body = { id, ...step, time_on_step: 1200, execute_actions: [] }
    await untilKept(() => send(server, session, { name: 'POST /api/sessions/step', body }))
    steps.push(id)
  }
  return { uuid: session.uuid, steps }
}

/** Makes a call again while the servers are too busy to save it, as a visitor's browser does. */
async function untilKept<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await call()
    } catch (error) {
      if (refusalOf(error) !== 503 || tries === MOST_TRIES) throw error
      await sleep(AGAIN_MS)
    }
}

/** Publishes the small flow, with leads that go to these buyers. */
export async function publishSelling(store: Store, path: string, ...named: string[]): Promise<void> {
  const buyers = named.length > 0 ? named : ['acme']
  const flow: Flow = structuredClone(SELLING_FLOW)
  flow.ui_config.buyers = Object.fromEntries(
    buyers.map((buyer) => [buyer, { name: buyer, required_fields: ['email'] }]),
  )
  flow.ui_config.offers['claim']!.steps[2]!.execute_actions = [{ name: 'send_lead', buyers }]
  const validators = compileValidators(flow)
  await store.publish({ path, flow, style: '', validators, icons: {}, at: Date.now() })
}
