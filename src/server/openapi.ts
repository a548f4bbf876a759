import type { TSchema } from 'typebox'
import { CALLS } from '../../schemas/api.ts'
import { ProblemDetails } from '../../schemas/problem.ts'

/** The table of calls as an OpenAPI 3.1 document. What comes wrapped is described by what is inside. */
export function openapi({ title, url }: { title: string; url: string | null }): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, call] of Object.entries(CALLS) as [string, Call][]) {
    const [method = '', path = ''] = name.split(' ')
    const address = path.replace(/:(\w+)/g, '{$1}')
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation(call, path) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: DESCRIPTION },
    ...(url && { servers: [{ url }] }),
    paths,
    components: {
      securitySchemes: {
        visitor: { type: 'http', scheme: 'bearer', description: 'The token of the visitor’s session.' },
        operator: { type: 'apiKey', in: 'cookie', name: 'leadloom_login' },
      },
      schemas: { Problem: ProblemDetails },
    },
  }
}

type Call = {
  caller: 'anyone' | 'visitor' | 'operator'
  wrapped?: true
  summary: string
  body?: TSchema
  query?: TSchema & { properties: Record<string, TSchema>; required?: string[] }
  status: number
  answer?: TSchema
}

const DESCRIPTION =
  'Bodies marked as wrapped travel as {data, _x: true}: data is base64 of the zlib-deflated JSON described here, and the header x-signature the lower-case hex HMAC-SHA-256 of data, keyed with the session token, or before there is a session with the site key.'

function operation({ caller, wrapped, summary, body, query, status, answer }: Call, path: string): object {
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'integer' },
    })),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query?.required?.includes(name) ?? false,
      schema,
    })),
    ...(wrapped ? [{ name: 'x-signature', in: 'header', required: true, schema: { type: 'string' } }] : []),
  ]
  return {
    summary,
    ...(caller !== 'anyone' && { security: [{ [caller]: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, ...(wrapped && { description: 'Wrapped.' }), ...json(body) },
    }),
    responses: {
      [status]: { description: 'Done.', ...(answer && (isText(answer) ? text(answer) : json(answer))) },
      default: {
        description: 'Refused.',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

function isText(schema: TSchema): boolean {
  return 'type' in schema && schema.type === 'string'
}

function text(schema: TSchema): object {
  return { content: { 'text/plain': { schema } } }
}

function json(schema: TSchema): object {
  return { content: { 'application/json': { schema } } }
}
