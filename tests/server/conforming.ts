import { inflateSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'

/** An OpenAPI document, as far as it is checked. */
export interface Description {
  paths: Record<string, Record<string, Operation>>
}
interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
  security?: Record<string, []>[]
}
interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
}
type Content = Record<string, { schema: { properties?: { data?: { contentSchema?: object } } } }>

/** Differences between a call with its answer and the document, in words; none if they conform. The answer must be one that is described,
 *  and a call that succeeded must be as described. Pages aren't described and aren't checked. Below /api and /webhook, anything not
 *  described must be refused. */
export function conforming(
  description: Description,
): (call: InjectOptions, answer: LightMyRequestResponse) => string[] {
  const fits = validators(description)
  return (call, answer) => {
    const method = (call.method ?? 'GET').toLowerCase()
    const [path = '', query = ''] = (typeof call.url === 'string' ? call.url : '').split('?')
    const template = templateOf(description, path)
    const operation = template === undefined ? undefined : description.paths[template]![method]
    if (!operation || template === undefined)
      return CALLS.test(path) && method !== 'head' ? fits(PROBLEM, answer.json()) : []
    const at = ['paths', template, method]
    const refused = answer.statusCode >= 400
    return [
      ...(refused ? [] : wrongCall(call, { query, at, operation, fits })),
      ...wrongAnswer(answer, { at, operation, fits }),
    ]
  }
}

const CALLS = /^\/(api|webhook)(\/|$)/
const PROBLEM = ['components', 'schemas', 'Problem']

/** Checks a value against the schema at a place in the document. Returns what is wrong. */
type Fits = (place: string[], value: unknown) => string[]
interface Checked {
  at: string[]
  operation: Operation
  fits: Fits
}

function validators(description: Description): Fits {
  // Values in addresses and forms are text.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    coerceTypes: true,
    schemas: { api: description },
  })
  const known = new Map<string, ValidateFunction>()
  return (place, value) => {
    const pointer = place.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
    const ref = `api#/${pointer.join('/')}`
    const validate = known.get(ref) ?? ajv.compile({ $ref: ref })
    known.set(ref, validate)
    if (validate(structuredClone(value))) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

function wrongAnswer(answer: LightMyRequestResponse, { at, operation, fits }: Checked): string[] {
  const described = String(answer.statusCode) in operation.responses
  if (!described && answer.statusCode < 400) return [`the status ${answer.statusCode} is not described`]
  const status = described ? String(answer.statusCode) : 'default'
  const { content } = operation.responses[status]!
  if (!content) return answer.body === '' ? [] : ['it has a body, where none is described']
  const type = String(answer.headers['content-type']).split(';')[0]!
  if (!(type in content)) return [`its content type ${type} is not described`]
  const value: unknown = type.endsWith('json') ? answer.json() : answer.body
  return fits([...at, 'responses', status, 'content', type, 'schema'], value)
}

function wrongCall(
  call: InjectOptions,
  { query, at, operation, fits }: Checked & { query: string },
): string[] {
  const headers = call.headers ?? {}
  const given = new URLSearchParams(query)
  const wrong = (operation.parameters ?? []).flatMap(({ name, in: where, required }, index) => {
    const value = where === 'query' ? given.get(name) : headers[name]
    if (where === 'path') return []
    if (value === null || value === undefined)
      return required ? [`${name} was missing, and it was taken`] : []
    return fits([...at, 'parameters', String(index), 'schema'], value)
  })
  if ('visitor' in (operation.security?.[0] ?? {}) && !headers['authorization'])
    wrong.push('it had no bearer')
  return [...wrong, ...wrongBody(call, { at, operation, fits })]
}

function wrongBody({ payload, headers = {} }: InjectOptions, { at, operation, fits }: Checked): string[] {
  const { content } = operation.requestBody ?? {}
  if (!content) return payload === undefined ? [] : ['it had a body, where none is described']
  const type = String(headers['content-type'] ?? 'application/json').split(';')[0]!
  const schema = content[type]?.schema
  if (!schema) return [`its body's type ${type} is not described`]
  const value = typeof payload === 'string' ? read(payload, type) : payload
  const place = [...at, 'requestBody', 'content', type, 'schema']
  const inside = schema.properties?.data?.contentSchema && [...place, 'properties', 'data', 'contentSchema']
  return [...fits(place, value), ...(inside ? fits(inside, inflated(value)) : [])]
}

function read(text: string, type: string): unknown {
  return type === 'application/json' ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
}

function inflated(body: unknown): unknown {
  return JSON.parse(inflateSync(Buffer.from((body as { data: string }).data, 'base64')).toString())
}

/** The template of an address; one without a variable part comes first. */
function templateOf({ paths }: Description, path: string): string | undefined {
  if (path in paths) return path
  return Object.keys(paths).find((template) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
}
