import { expect, test } from 'vitest'
import { CALLS, type CallName } from '../../schemas/api.ts'
import { buildRequest } from '../../src/visitor/queue/signedRequest.ts'

const TOKEN = 't'.repeat(64)
const request = (call: CallName, { api = '/api', page_url }: { api?: string; page_url?: string } = {}) =>
  buildRequest(api, { call, body: { id: 1 }, token: TOKEN, ...(page_url !== undefined && { page_url }) })

test.each<[string, CallName, string]>([
  ['/api', 'POST /api/sessions/step', '/api/sessions/step'],
  ['/api', 'POST /webhook/tracking/linkout/create', '/webhook/tracking/linkout/create'],
  ['https://x.example/api', 'PATCH /api/sessions', 'https://x.example/api/sessions'],
  [
    'https://x.example/api',
    'POST /webhook/tracking/linkout/create',
    'https://x.example/webhook/tracking/linkout/create',
  ],
  ['https://x.example/funnel', 'POST /api/validations/zip', 'https://x.example/funnel/validations/zip'],
])('below %s, %s goes to %s', (api, call, url) => {
  expect(request(call, { api })).toMatchObject({ method: call.split(' ')[0], url })
})

test('bodies are wrapped for calls that the server opens, and plain otherwise', () => {
  const written = (Object.keys(CALLS) as CallName[]).filter((call) => /^(POST|PATCH) /.test(call))
  const wraps = (call: CallName) => '_x' in (JSON.parse(request(call).body) as object)
  expect(written.filter(wraps)).toEqual(written.filter((call) => 'wrapped' in CALLS[call]))
})

test('the link-out call is plain JSON, without a signature', () => {
  const { body, headers } = request('POST /webhook/tracking/linkout/create')
  expect([body, headers]).toEqual([
    '{"id":1}',
    { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
  ])
})

test('every call carries the session’s token, except the one that opens a session', () => {
  expect(request('POST /api/sessions/step').headers['authorization']).toBe(`Bearer ${TOKEN}`)
  expect(request('POST /api/sessions').headers).not.toHaveProperty('authorization')
})

test.each([
  ['https://x.example/a?b=c%20d', 'https://x.example/a?b=c%20d'],
  ['https://x.example/Zoë?q=名', 'https://x.example/Zo%C3%AB?q=%E5%90%8D'],
  ['https://x.example/#👋', 'https://x.example/#%F0%9F%91%8B'],
  ['https://x.example/\r\nx: y', 'https://x.example/%0D%0Ax: y'],
  ['https://x.example/\ud800', 'https://x.example/%EF%BF%BD'],
  [`https://x.example/${'a'.repeat(5000)}`, `https://x.example/${'a'.repeat(3982)}`],
])('the address %j is sent in ASCII, with at most 4000 characters', (page_url, pageurl) => {
  expect(request('POST /api/sessions/step', { page_url }).headers['pageurl']).toBe(pageurl)
})

test('sends no address if there’s none', () => {
  expect(request('POST /api/sessions/step').headers).not.toHaveProperty('pageurl')
})
