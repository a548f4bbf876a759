import { expect, onTestFinished, test, vi } from 'vitest'
import { call, read, send, sendLast } from '../../src/visitor/queue/network.ts'

/** Answers every request with this response, and returns the requests. */
function answered(response: () => Response): [url: string, request: RequestInit][] {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(response()))
  onTestFinished(() => fetched.mockRestore())
  return fetched.mock.calls as [string, RequestInit][]
}

test.each([
  ['a call', () => call('/api', 'POST /api/validations/zip', { body: { zip: '10001' }, token: 't' })],
  ['a document', () => read('/api/flows/1')],
])('%s is sent with the browser’s cookies and times out after 10,000 ms', async (_, ask) => {
  const requests = answered(() => Response.json({}))
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => timeout.mockRestore())
  await ask()
  expect(requests.map(([, { credentials, signal }]) => [credentials, signal])).toEqual([
    ['include', timeout.mock.results[0]?.value],
  ])
  expect(timeout.mock.calls).toEqual([[10_000]])
})

test.each([
  ['7', 7000],
  ['0', 0],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  [undefined, undefined],
])('a response with a retry after %j seconds is read in ms: %j', async (header, retryAfterMs) => {
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    ...(header !== undefined && { 'retry-after': header }),
  }
  answered(() => new Response('', { status: 429, headers }))
  const answer = await send({ url: '/api/sessions/step', method: 'POST', headers: {}, body: '{}' })
  expect(answer).toEqual({ status: 429, data: '', isProblem: true, retryAfterMs })
})

test('a missing document is null, and one that can’t be fetched is an error', async () => {
  answered(() => new Response('', { status: 404 }))
  expect(await read('/api/flows/1')).toBe(null)
  answered(() => new Response('', { status: 503 }))
  await expect(read('/api/flows/1')).rejects.toThrow('/api/flows/1 was answered 503.')
})

test('the last send of a page outlives it, with the browser’s cookies too', async () => {
  const requests = answered(() => new Response())
  await sendLast({ url: '/api/sessions/step', method: 'POST', headers: {}, body: '{}' })
  expect(requests).toEqual([
    ['/api/sessions/step', expect.objectContaining({ keepalive: true, credentials: 'include' })],
  ])
})
