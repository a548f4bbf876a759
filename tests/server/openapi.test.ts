import { afterAll, expect, test } from 'vitest'
import { CALLS } from '../../schemas/api.ts'
import { running } from './running.ts'

const { app, send } = await running({ until: afterAll })

test.each(Object.keys(CALLS))('the server has the route of %s', (name) => {
  const [method, url] = name.split(' ') as ['GET', string]
  expect(app.hasRoute({ method, url })).toBe(true)
})

test('the description lists every call, with what it takes and gives', async () => {
  const description = (await send({ url: '/api/openapi.json' })).json()
  expect(description.openapi).toBe('3.1.0')
  const listed = Object.entries<object>(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(listed.sort()).toEqual(Object.keys(CALLS).sort())
  expect(description.paths['/api/sessions/step'].post).toMatchObject({
    security: [{ visitor: [] }],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    parameters: [{ name: 'x-signature', in: 'header', required: true }],
    responses: { 204: {}, default: {} },
  })
  expect(
    description.paths['/api/reports/sale-stats'].get.parameters.map((p: { name: string }) => p.name),
  ).toEqual(['path', 'from', 'to'])
})
