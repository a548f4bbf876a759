import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import type { CallName } from '../../schemas/api.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { Session } from '../../schemas/kernel/session.ts'
import { buildApp } from '../../src/server/app.ts'
import type { Patience } from '../../src/server/http/connections.ts'
import type { Context, ServerOptions } from '../../src/server/context.ts'
import { BUDGETS } from '../../src/server/limits/limits.ts'
import { parseSettings } from '../../src/server/settings/settings.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { NewVersion } from '../../src/store/nouns/versions/versionTypes.ts'
import type { Store } from '../../src/store/store.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'
import { conforming, type Description } from './conforming.ts'
import { SMALL_FLOW } from './smallFlow.ts'

const VALIDATORS = compileValidators(SMALL_FLOW)

/** Browser that calls, unless a test names another. */
export const BROWSER = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/142.0.0.0 Mobile Safari/537.36'

/** The server on its own store, with the small flow, or another, live on the path `small`. It ends with the test, or when `until` says. */
export async function running({
  env = {},
  now = Date.now,
  until = onTestFinished,
  store: given,
  folders = {},
  flow = SMALL_FLOW,
  icons = {},
  buyers = new Map(),
  pixels = {},
  patience,
  openDraftPage,
  hasThreads = false,
}: {
  env?: Record<string, string>
  now?: () => number
  until?: (end: () => Promise<void>) => void
  /** Store of a server that is already running. */
  store?: Store
  folders?: Partial<ServerOptions['folders']>
  /** Flow published as `small`. */
  flow?: Flow
  icons?: NewVersion['icons']
  buyers?: ServerOptions['buyers']
  pixels?: ServerOptions['pixels']
  /** Patience with slow connections, if not the usual one. */
  patience?: Patience
  openDraftPage?: ServerOptions['openDraftPage']
  /** True for a test of what happens while a commit waits: starting the store's threads takes longer than most tests. */
  hasThreads?: boolean
} = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-server-'))
  if (!given) await layEmptyDatabase(dataDir)
  const store = given ?? (await openStore({ dataDir, now, hasThreads }))
  const settings = parseSettings({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...env })
  const nowhere = join(dataDir, 'nothing-built')
  const places = {
    visitor: nowhere,
    stats: nowhere,
    studio: nowhere,
    docs: nowhere,
    render: nowhere,
    sites: nowhere,
    vehicles: nowhere,
    ...folders,
  }
  const shows = openDraftPage && { openDraftPage }
  const options = { store, settings, buyers, pixels, now, random: randomBytes, folders: places, ...shows }
  const { app, ctx } = await buildApp(options, patience)
  until(async () => {
    await app.close()
    if (!given) await store.close()
    rmSync(dataDir, { recursive: true })
  })
  const validators = flow === SMALL_FLOW ? VALIDATORS : compileValidators(flow)
  const version = { path: 'small', flow, style: '', validators, icons, at: now() }
  await store.publish(version)
  const send = checked(app)
  const open = async (body: object = {}): Promise<Session> => {
    const arrival = {
      path: 'small',
      page_url: 'https://claims.example/small',
      referrer: '',
      query: {},
      ...body,
    }
    return (await send(wrapped('POST /api/sessions', arrival, settings.siteKey))).json()
  }
  return { app, ctx, store, dataDir, settings, send, open }
}

/** Sends calls as a browser does, and checks each one and its answer against the server's own description of them. */
function checked(app: FastifyInstance) {
  return async (options: InjectOptions): Promise<LightMyRequestResponse> => {
    const call = { ...options, headers: { 'user-agent': BROWSER, ...options.headers } }
    const answer = await app.inject(call)
    conforms ??= conforming((await app.inject({ url: '/api/openapi.json' })).json<Description>())
    const wrong = conforms(call, answer)
    if (wrong.length > 0)
      throw new Error(
        `${call.method ?? 'GET'} ${JSON.stringify(call.url)} is unlike its description: ${wrong.join('; ')}`,
      )
    return answer
  }
}

/** Check shared by all servers, as their descriptions differ only in name and address. */
let conforms: ReturnType<typeof conforming> | undefined

/** A call whose body is wrapped and signed with `key`. */
export function wrapped(name: CallName, body: unknown, key: string): InjectOptions {
  return sealed(name, deflateSync(JSON.stringify(body)).toString('base64'), key)
}

/** A call with this text as its data. */
export function sealed(name: CallName, data: string, key: string): InjectOptions {
  const [method, url] = name.split(' ') as ['POST', string]
  const signature = createHmac('sha256', key).update(data).digest('hex')
  return {
    method,
    url,
    payload: { data, _x: true },
    headers: { authorization: `Bearer ${key}`, 'x-signature': signature },
  }
}

/** Leaves almost nothing in the budgets of the network that the tests call from. */
export function useUp({ budgets }: Pick<Context, 'budgets'>): void {
  for (const purse of ['strangers', 'visitors'] as const)
    for (let bytes: number = BUDGETS[purse].bytes; bytes > 1; bytes /= 2)
      try {
        budgets.spend('127.0.0.1', purse, bytes)
      } catch {
        // Less than that is left.
      }
}

/** Members that identify a session in most bodies. */
export function keys({ uuid, token }: Session) {
  return { session_uuid: uuid, session_token: token }
}

/** A step's submission, with a new ID. */
export function submission(session: Session, step: object) {
  return { id: randomUUID(), ...keys(session), time_on_step: 1200, execute_actions: [], ...step }
}

/** Status, field and detail of a refusal. */
export function refused(response: LightMyRequestResponse) {
  const { status, field, detail } = response.json<{ status: number; field?: string; detail: string }>()
  return { code: response.statusCode, type: response.headers['content-type'], status, field, detail }
}
