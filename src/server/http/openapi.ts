import { Type, type TSchema } from 'typebox'
import { CALLS } from '../../../schemas/api.ts'
import { Catalog, Health } from '../../../schemas/visitor/page.ts'
import type { Call } from '../../../schemas/kernel/call.ts'
import { byPointer } from '../../../schemas/editors.ts'
import { CALLER_NEEDS } from '../../../schemas/people/roles.ts'
import { ProblemDetails } from '../../../schemas/author/problem.ts'

/** All calls of the server as an OpenAPI 3.1 document. */
export function openapi({
  title,
  url,
  cookie,
}: {
  title: string
  url: string | null
  cookie: string
}): object {
  const calls: Record<string, Record<string, object>> = {}
  for (const [name, call] of [...Object.entries<Call>(CALLS), ...Object.entries(BESIDE)]) {
    const [method = '', path = ''] = name.split(' ')
    const address = path.replace(/:(\w+)/g, '{$1}')
    calls[address] = { ...calls[address], [method.toLowerCase()]: operation(call, { method, path }) }
  }
  const { document: paths, shapes } = byPointer(calls, '#/components/schemas/')
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: DESCRIPTION },
    servers: [{ url: url ?? '/' }],
    paths,
    components: {
      securitySchemes: {
        visitor: { type: 'http', scheme: 'bearer', description: 'The token of the visitor’s session.' },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key for publishing, created by an author.',
        },
        report_key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key for reading reports, created by an admin.',
        },
        operator: { type: 'apiKey', in: 'cookie', name: cookie },
      },
      schemas: { Problem: ProblemDetails, ...shapes },
    },
  }
}

/** Calls that aren't in the table. */
const BESIDE: Record<string, Call> = {
  'GET /healthz': { caller: 'anyone', summary: 'The process is running.', status: 200, answer: Health },
  'GET /readyz': { caller: 'anyone', summary: 'The server can save writes.', status: 200, answer: Health },
  'GET /api/openapi.json': {
    caller: 'anyone',
    summary: 'This document.',
    status: 200,
    answer: Type.Object({ openapi: Type.String() }),
  },
  'GET /main/vehicles/:year.json': {
    caller: 'anyone',
    summary: 'The makes and models of a model year, or of the newest one in the catalog for later years.',
    status: 200,
    answer: Catalog,
  },
}

const DESCRIPTION =
  'The data of a wrapped body is zlib-deflated JSON in base64, as described by its contentSchema. The header x-signature is the HMAC-SHA-256 of that text in lowercase hex. Its key is the session token, or the site key before there’s a session. It protects against changes in transit, and the bearer token identifies the caller. Times are in UTC epoch ms, and amounts in integer cents.'

function operation({ caller, wrapped, summary, body, query, status, answer }: Call, at: Route): object {
  const parameters = [...inPath(at), ...inQuery(query), ...inHeader(at, wrapped ?? false)]
  return {
    operationId: operationId(at),
    summary,
    ...(caller !== 'anyone' && { security: schemesOf(caller).map((scheme) => ({ [scheme]: [] })) }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(body, at, wrapped) } }),
    responses: {
      [status]: {
        description: 'Done.',
        ...(answer && { content: { [typeOf(answer)]: { schema: answer } } }),
      },
      default: {
        description: 'Refused.',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

/** Security schemes of a caller; each one alone is enough. */
function schemesOf(caller: Call['caller']): string[] {
  if (caller === 'reader') return ['operator', 'report_key']
  return [caller in CALLER_NEEDS ? 'operator' : caller]
}

interface Route {
  method: string
  path: string
}

/** Turns POST /api/sessions/opt-out into postApiSessionsOptOut. */
function operationId({ method, path }: Route): string {
  return method.toLowerCase() + path.replace(/[^A-Za-z]+(\w?)/g, (_, first: string) => first.toUpperCase())
}

function inPath({ path }: Route): object[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer' },
  }))
}

function inQuery(query: TSchema | undefined): object[] {
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function inHeader({ method, path }: Route, wrapped: boolean): object[] {
  const header = (name: string, required: boolean, description: string) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
  })
  return [
    ...(wrapped ? [header('x-signature', true, 'The signature of the data.')] : []),
    ...(path === '/api/sessions/step' ? [header('pageurl', false, 'The address of the page.')] : []),
    ...(method !== 'GET' && path.startsWith('/api/reports/')
      ? [
          header(
            'x-requested-with',
            false,
            'leadloom. Required if the caller isn’t a browser that sends Origin.',
          ),
        ]
      : []),
  ]
}

function contentOf(body: TSchema, { path }: Route, wrapped: true | undefined): Record<string, object> {
  const form = path.startsWith('/webhook/') && { 'application/x-www-form-urlencoded': { schema: body } }
  return { 'application/json': { schema: wrapped ? envelope(body) : body }, ...form }
}

function envelope(inside: TSchema): object {
  const data = { type: 'string', contentEncoding: 'base64', contentMediaType: 'application/zlib' }
  return {
    type: 'object',
    properties: { data: { ...data, contentSchema: inside }, _x: { const: true } },
    required: ['data', '_x'],
  }
}

function typeOf(answer: TSchema): string {
  if ('contentMediaType' in answer) return String(answer.contentMediaType)
  return 'type' in answer && answer.type === 'string' ? 'text/plain' : 'application/json'
}
