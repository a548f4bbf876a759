import axios, { type InternalAxiosRequestConfig } from 'axios'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { call, read, send, sendLast } from '../../src/visitor/queue/network.ts'

const adapter = axios.defaults.adapter!
afterEach(() => void (axios.defaults.adapter = adapter))

/** Collects the requests that axios would send; none is sent. */
function caught(): InternalAxiosRequestConfig[] {
  const requests: InternalAxiosRequestConfig[] = []
  axios.defaults.adapter = async (config) => {
    requests.push(config)
    return { data: {}, status: 200, statusText: '', headers: {}, config }
  }
  return requests
}

test.each([
  ['a call', () => call('/api', 'POST /api/validations/zip', { body: { zip: '10001' }, token: 't' })],
  ['a document', () => read('/api/flows/1')],
])('%s goes with the browser’s cookies and is given up after 10,000 ms', async (_, ask) => {
  const requests = caught()
  await ask()
  expect(requests).toMatchObject([{ withCredentials: true, timeout: 10_000 }])
})

test.each([
  ['7', 7000],
  ['0', 0],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  [undefined, undefined],
])('an answer that asks to try again after %j seconds says so in ms: %j', async (header, retryAfterMs) => {
  axios.defaults.adapter = async (config) => ({
    data: '',
    status: 429,
    statusText: '',
    headers: { 'retry-after': header, 'content-type': 'application/problem+json; charset=utf-8' },
    config,
  })
  const answer = await send({ url: '/api/sessions/step', method: 'POST', headers: {}, body: '{}' })
  expect(answer).toEqual({ status: 429, data: '', isProblem: true, retryAfterMs })
})

test('the last send of a page outlives it, with the browser’s cookies too', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  onTestFinished(() => fetched.mockRestore())
  await sendLast({ url: '/api/sessions/step', method: 'POST', headers: {}, body: '{}' })
  const [[url, options]] = fetched.mock.calls as [[string, RequestInit]]
  expect([url, options]).toEqual([
    '/api/sessions/step',
    expect.objectContaining({ keepalive: true, credentials: 'include' }),
  ])
})
