import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import type { Static, TSchema } from 'typebox'
import { CALLS, type CallName } from '../../schemas/api.ts'
import type { Call } from '../../schemas/kernel/call.ts'
import type { CALLER_NEEDS } from '../../schemas/people/roles.ts'
import { spendFor } from './limits/budgets.ts'
import type { Context } from './context.ts'
import { allRead } from './http/allRead.ts'
import { unwrap } from './http/openEnvelope.ts'
import { unknownRoute } from './http/failures.ts'
import { limitsOf, ROW_BYTES, SESSION_BYTES } from './limits/limits.ts'
import { notKept, refusal, type Refusal } from './kernel/problem.ts'
import { forAllSites, namesOwnSite } from './operators/ownSites.ts'
import { uuidOf } from './visitors/token.ts'
import { admit, type Visitor } from './visitors/visitors.ts'
import { REFUSALS } from './kernel/callRefusals.ts'

type Calls = typeof CALLS
type Shape<N extends CallName, K extends string> =
  Calls[N] extends Record<K, infer S extends TSchema> ? Static<S> : undefined

/** Handles a call. Gets the values that the call's schemas accept, and returns the answer they promise. */
export type Handler<N extends CallName> = (call: {
  body: Shape<N, 'body'>
  query: Shape<N, 'query'>
  visitor: Calls[N] extends { caller: 'visitor' } ? Visitor : undefined
  request: FastifyRequest
  reply: FastifyReply
}) => Promise<Calls[N] extends { status: 204 } ? void : Shape<N, 'answer'>>

/** One handler for every call in the table; the compiler names any that is missing. */
export type Handlers = { [N in CallName]: Handler<N> }

declare module 'fastify' {
  interface FastifyRequest {
    /** Bearer token of the right form, not yet matched to anyone. */
    token: string
    /** Bytes of the JSON; for a wrapped body, after inflating. */
    bodyBytes: number
  }
}

/** Registers calls from the table. Form of the token, envelope, schema, and session are checked, in this order, before a handler runs.
 *  `operator` refuses callers who aren't logged in; `allowed` also those whose role isn't sufficient; `confirmed` those who haven't
 *  confirmed their identity recently; `keyHolder` those without a publishing key; `reader` those who neither are logged in nor have an
 *  API key for reports. */
export function registerCalls(
  app: FastifyInstance,
  ctx: Context,
  {
    names,
    handlers,
    operator,
    allowed,
    confirmed,
    keyHolder,
    reader,
  }: {
    names: CallName[]
    /** Handlers of at least these calls. */
    handlers: Partial<Handlers>
    operator: onRequestAsyncHookHandler
    allowed: (caller: keyof typeof CALLER_NEEDS) => onRequestHookHandler
    confirmed: onRequestAsyncHookHandler
    keyHolder: onRequestAsyncHookHandler
    reader: onRequestAsyncHookHandler
  },
): void {
  const guards = {
    anyone: [],
    visitor: [bearer],
    operator: [operator],
    reader: [reader],
    analyst: [operator, allowed('analyst')],
    author: [operator, allowed('author')],
    manager: [operator, allowed('manager')],
    admin: [operator, allowed('admin')],
    key: [bearer, keyHolder],
  }
  for (const name of names) {
    const call: Call = CALLS[name]
    const handler = handlers[name] as unknown as (call: object) => Promise<unknown>
    const [method = '', url = ''] = name.split(' ')
    app.route({
      method,
      url,
      schema: { ...(call.body && { body: call.body }), ...(call.query && { querystring: call.query }) },
      ...limitsOf(name, ctx.settings.rateLimit),
      // A separate list for each route, because the rate limit adds itself to it.
      onRequest: [
        ...guards[call.caller],
        ...(call.sites === 'all' ? [forAllSites] : []),
        ...(call.confirm ? [confirmed] : []),
      ],
      preValidation: call.wrapped
        ? [open(call.caller === 'visitor' ? null : ctx.settings.siteKey)]
        : [measureBody],
      preHandler: call.sites === 'named' ? [namesOwnSite] : [],
      handler: async (request, reply) => {
        // Otherwise, data already in memory would be acknowledged without asking the store.
        if (ctx.state.isLost() && method !== 'GET') throw notKept()
        const { body, query } = request
        const visitor = call.caller === 'visitor' ? await visitorOf(ctx, name, request) : undefined
        if (visitor) spendOn(ctx, visitor, request)
        if (method === 'GET') reply.header('cache-control', 'no-store')
        const answer = await handler({ body, query, visitor, request, reply })
        return reply.code(call.status).send(answer)
      },
    })
  }
  for (const [url, methods] of methodsByAddress(names))
    app.route({
      method: app.supportedMethods.filter((method) => !methods.includes(method)),
      url,
      onRequest: askedOtherwise(methods),
      handler: unknownRoute,
    })
}

function methodsByAddress(names: CallName[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const name of names) {
    const [method = '', url = ''] = name.split(' ')
    found.set(url, [...(found.get(url) ?? []), method])
  }
  return found
}

/** Refuses methods that this address doesn't support, before their body is read. */
function askedOtherwise(methods: string[]): onRequestHookHandler {
  return (_request, reply, done) => {
    reply.header('allow', methods.join(', '))
    done(refusal(405, REFUSALS.otherMethods(methods.join(' or '))))
  }
}

const BEARER = /^Bearer [\w-]{40,64}$/

const bearer: onRequestHookHandler = (request, _reply, done) => {
  const { authorization = '' } = request.headers
  if (!BEARER.test(authorization))
    return done(
      refusal(401, REFUSALS.noBearer, {
        field: 'authorization',
      }),
    )
  request.token = authorization.slice('Bearer '.length)
  done()
}

/** Replaces a wrapped body with its contents. `key` is null if the session token signs. */
function open(key: string | null): onRequestAsyncHookHandler {
  return async (request) => {
    await allRead()
    const signature = request.headers['x-signature']
    const { value, bytes } = unwrap(request.body, String(signature ?? ''), key ?? request.token)
    request.body = value
    request.bodyBytes = bytes
  }
}

const measureBody: onRequestHookHandler = (request, _reply, done) => {
  if (request.body !== undefined) request.bodyBytes = Buffer.byteLength(JSON.stringify(request.body))
  done()
}

/** Charges all data that a session sends to its limits, because any of it may be stored: an answer, a page's contents, or rejected data. */
function spendOn(ctx: Context, visitor: Visitor, { ip, headers, bodyBytes }: FastifyRequest): void {
  const bytes = bodyBytes + String(headers['pageurl'] ?? '').length + ROW_BYTES
  if (visitor.bytes + bytes > SESSION_BYTES)
    throw refusal(422, REFUSALS.sessionBytes(SESSION_BYTES), {
      field: 'body',
    })
  spendFor(ctx, visitor, { ip, bytes })
  visitor.bytes += bytes
}

/** Finds the visitor of a token. A network that makes up tokens is slowed down, but visitors in memory aren't, even if they share that
 *  network. */
async function visitorOf(
  { visitors, settings, now, tokenTries }: Context,
  name: CallName,
  { token, body, ip }: FastifyRequest,
): Promise<Visitor> {
  const at = now()
  const counted = settings.rateLimit === 0 ? null : at
  if (!visitors.isInMemory(uuidOf(token))) tokenTries.check(ip)
  try {
    return await admit(visitors, { token, body, at: counted, now: at, takes: TAKES[name] })
  } catch (error) {
    if (OF_NO_SESSION.has((error as Partial<Refusal>).statusCode ?? 0)) {
      tokenTries.check(ip)
      tokenTries.count(ip)
    }
    throw error
  }
}

/** Calls by which a browser takes over a visit from a link, and takes one back that it had before. A browser that only loads and looks at the page leaves the visit where it
 *  is. */
const TAKES: Partial<Record<CallName, 'over' | 'back'>> = {
  'POST /api/sessions/step': 'over',
  'POST /api/store': 'over',
  'POST /api/sessions/go-on-link': 'back',
  'POST /api/sessions/take-back': 'back',
}

/** Statuses that refuse a token that belongs to no session or to another one. */
const OF_NO_SESSION: ReadonlySet<number> = new Set([401, 403, 404])
