import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, expect, test } from 'vitest'
import { CALLS } from '../../schemas/api.ts'
import { conforming, type Description } from './conforming.ts'
import { running } from './running.ts'

const { app, send } = await running({ until: afterAll })
const description = (await send({ url: '/api/openapi.json' })).json<Description & { openapi: string }>()

test.each(Object.keys(CALLS))('the server has the route of %s', (name) => {
  const [method, url] = name.split(' ') as ['GET', string]
  expect(app.hasRoute({ method, url })).toBe(true)
})

test('the description is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(description) })
  expect([valid, errors]).toEqual([true, undefined])
  expect(description.openapi).toBe('3.1.0')
})

/** Addresses answered besides the table of calls. */
const BESIDE = ['GET /healthz', 'GET /readyz', 'GET /api/openapi.json', 'GET /main/vehicles/:year.json']

test('the description lists every call, with its input and output', () => {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      id: (operation as { operationId?: string }).operationId,
    })),
  )
  expect(operations.map(({ name }) => name).sort()).toEqual([...Object.keys(CALLS), ...BESIDE].sort())
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  const step = description.paths['/api/sessions/step']!['post']
  expect(step).toMatchObject({
    operationId: 'postApiSessionsStep',
    security: [{ visitor: [] }],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            required: ['data', '_x'],
            properties: { data: { contentEncoding: 'base64', contentSchema: { type: 'object' } } },
          },
        },
      },
    },
    parameters: [
      { name: 'x-signature', in: 'header', required: true },
      { name: 'pageurl', in: 'header', required: false },
    ],
    responses: { 204: {}, default: {} },
  })
  expect(description.paths['/api/reports/sale-stats']!['get']!.parameters!.map(({ name }) => name)).toEqual([
    'path',
    'from',
    'to',
    'returns',
  ])
})

/** An answer as the tests' server gives it. */
type Answer = Parameters<ReturnType<typeof conforming>>[1]
const answer = (statusCode: number, body: unknown, type = 'application/json; charset=utf-8') =>
  ({
    statusCode,
    headers: { 'content-type': type },
    body: JSON.stringify(body),
    json: () => body,
  }) as unknown as Answer

test.each([
  ['as described', '/api/ip', answer(200, { ip: '::1' }), []],
  ['of another kind', '/api/ip', answer(200, { ip: 1, x: 2 }), [' must NOT have additional properties']],
  ['of a status that is not described', '/api/ip', answer(201, {}), ['the status 201 is not described']],
  [
    'of another type',
    '/api/ip',
    answer(200, {}, 'text/html'),
    ['its content type text/html is not described'],
  ],
  ['that is no problem', '/api/ip', answer(404, {}), ['its content type application/json is not described']],
  [
    'to a call taken without what it needs',
    '/api/path-config',
    answer(200, {}),
    ['path was missing, and it was taken'],
  ],
  ['where nothing is', '/api/nothing', answer(200, {}), [" must have required property 'type'"]],
])('the tests cover a response %s', (_, url, given, wrong) => {
  const said = conforming(description)({ url }, given)
  expect(wrong.length === 0 ? said : said.slice(0, 1)).toEqual(wrong)
})
