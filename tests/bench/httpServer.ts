import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { StepSubmission } from '../../schemas/visitor/answer.ts'
import type { Session } from '../../schemas/kernel/session.ts'
import { buildApp } from '../../src/server/app.ts'
import { unwrap } from '../../src/server/http/openEnvelope.ts'
import { publishFile } from '../../src/server/publish/publish.ts'
import { openVisitorSession } from '../../src/server/visitors/sessions.ts'
import { parseSettings } from '../../src/server/settings/settings.ts'
import type { Context } from '../../src/server/context.ts'
import { noteCounted } from '../../src/server/visitors/impliedEvents.ts'
import type { SessionEvent } from '../../src/store/nouns/sessions/sessionTypes.ts'
import { openStore } from '../../src/store/openStore.ts'
import { disablePretenuring } from '../../src/server/http/disablePretenuring.ts'

/** The server that tests/bench/http.ts measures, in its own process: ours with `sessions` open sessions on the yardstick funnel, or a
 *  floor. The floor is Fastify alone, which parses the body, may open it, may also keep it in our store, and answers 204. */
export interface Order {
  what: 'parses' | 'opens' | 'keeps' | 'ours'
  dataDir: string
  sessions: number
}

/** Message sent once the server listens. */
export interface Ready {
  url: string
  sessions: Session[]
}

/** Answer to the message 'cpu': microseconds since the last one, of the thread that answers and of the whole process. */
export interface Cpu {
  thread: number
  process: number
}

process.once('message', (order: Order) => void run(order))

async function run(order: Order): Promise<void> {
  disablePretenuring()
  const { app, sessions } = await SERVERS[order.what](order)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  let thread = process.threadCpuUsage()
  let all = process.cpuUsage()
  process.on('message', () => {
    const [t, a] = [process.threadCpuUsage(thread), process.cpuUsage(all)]
    thread = process.threadCpuUsage()
    all = process.cpuUsage()
    process.send!({ thread: t.user + t.system, process: a.user + a.system } satisfies Cpu)
  })
  process.send!({ url, sessions } satisfies Ready)
}

const SERVERS: Record<
  Order['what'],
  (order: Order) => Promise<{ app: FastifyInstance; sessions: Session[] }>
> = {
  parses: async () => ({ app: bare(async () => {}), sessions: [] }),
  opens: async () => ({ app: bare(async (request) => void opened(request)), sessions: [] }),
  async keeps(order) {
    const { store, sessions } = await ours(order)
    const keep = async (request: FastifyRequest) => {
      const { session_uuid, session_token: _secret, ...step } = opened(request)
      await store.appendStep(session_uuid, { ...step, page_url: '', at: Date.now() })
    }
    return { app: bare(keep), sessions }
  },
  ours,
}

function bare(take: (request: FastifyRequest) => Promise<void>): FastifyInstance {
  const app = fastify()
  app.post('/api/sessions/step', async (request, reply) => {
    await take(request)
    return reply.code(204).send()
  })
  return app
}

function opened({ body, headers }: FastifyRequest): StepSubmission {
  const token = headers.authorization!.slice('Bearer '.length)
  return unwrap(body, String(headers['x-signature']), token).value as StepSubmission
}

/** Counts the visit's events as its page would have, so that no step has to prove it. */
async function counted(ctx: Context, uuid: string): Promise<void> {
  const visitor = (await ctx.visitors.find(uuid))!
  const offers = Object.entries((await ctx.versions.get(visitor.session.version))!.flow.ui_config.offers)
  const at = Date.now()
  const events: SessionEvent[] = [
    { kind: 'visit', at },
    ...offers.flatMap(([offer, { real }]) => (real ? [{ kind: 'impression', offer, at } as const] : [])),
    { kind: 'registration', at },
  ]
  await Promise.all(events.map((event) => ctx.store.track(uuid, event)))
  noteCounted(visitor, events)
}

async function ours({ dataDir, sessions: count }: Order) {
  const store = await openStore({ dataDir })
  const root = join(import.meta.dirname, '..', '..')
  const sites = join(root, 'fixtures', 'sites')
  await publishFile(store, {
    file: join(sites, 'yardstick', 'flow.json'),
    path: 'yardstick',
    productName: 'Leadloom',
    now: Date.now(),
  })
  const nowhere = join(dataDir, 'nothing-built')
  const { app, ctx } = await buildApp({
    store,
    // All requests come from one address, which pays for them as any caller does.
    settings: parseSettings({ RATE_LIMIT: '1000' }),
    now: Date.now,
    random: randomBytes,
    buyers: new Map(),
    pixels: {},
    folders: {
      visitor: nowhere,
      stats: nowhere,
      studio: nowhere,
      docs: nowhere,
      render: nowhere,
      sites: nowhere,
      vehicles: nowhere,
    },
  })
  const arrival = {
    path: 'yardstick',
    page_url: '',
    referrer: '',
    query: {},
    ip: '192.0.2.1',
    user_agent: 'bench',
    opt_out: undefined,
    suspectedBot: false,
  }
  const arrived = await Promise.all(Array.from({ length: count }, () => openVisitorSession(ctx, arrival)))
  await Promise.all(arrived.map((session) => counted(ctx, session!.uuid)))
  return { app, store, sessions: arrived.filter((session) => session !== null) }
}
