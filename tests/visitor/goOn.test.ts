import { describe, expect, test } from 'vitest'
import type { QueuedCall } from '../../src/visitor/queue/outbox.ts'
import { createOutbox } from '../../src/visitor/queue/outbox.ts'
import type { Answer } from '../../src/visitor/queue/sender.ts'
import { createStorage } from '../../src/visitor/queue/storage.ts'
import { requestLink } from '../../src/visitor/goOn/requestLink.ts'
import { createBrowserStorage } from './browserStorage.ts'
import { pageOf } from './page.ts'

const ASKED = { id: '6f8f4c2e-0000-4000-8000-00000000000a', email: 'ann@gmail.com' }

/** Asks for a link while these calls wait. `onSleep` gets the number of waits. */
async function asking({
  waiting = [],
  answer,
  onSleep = () => {},
}: {
  waiting?: Partial<QueuedCall>[]
  answer?: Answer | 'silence'
  onSleep?: (times: number, sent: () => void) => void
}) {
  const page = pageOf()
  const browser = createBrowserStorage()
  let made = 0
  const outbox = createOutbox({
    storage: createStorage(() => browser),
    now: () => 0,
    unique: () => String((made += 1)),
  })
  for (const queued of waiting)
    outbox.add({
      call: 'POST /api/sessions/step',
      body: {},
      token: page.session.token,
      page_url: '',
      ...queued,
    })
  const requests: { call: string; body: object }[] = []
  let slept = 0
  const result = await requestLink(
    page,
    {
      outbox,
      post: async (call, body) => {
        requests.push({ call, body })
        if (answer === 'silence') throw new Error('silence')
        return answer ?? { status: 204, isProblem: false }
      },
      sleep: async () => onSleep((slept += 1), () => outbox.remove(outbox.keys()[0]!)),
    },
    ASKED,
  )
  return { result, requests, slept, page }
}

test('requests a link for the session, with its ID and the address', async () => {
  const { result, requests, page } = await asking({})
  expect(result).toEqual({ kind: 'sent' })
  const { uuid, token } = page.session
  const body = { ...ASKED, session_uuid: uuid, session_token: token }
  expect(requests).toEqual([{ call: 'POST /api/sessions/go-on-link', body }])
})

test('waits until pending answers were sent', async () => {
  const sentAt: number[] = []
  const { result, slept } = await asking({
    waiting: [{}, {}],
    onSleep: (times, sent) => {
      if (times === 3 || times === 5) sent()
      sentAt.push(times)
    },
  })
  expect([result, slept]).toEqual([{ kind: 'sent' }, 5])
})

test('asks for no link while an answer can’t be sent, and says so', async () => {
  const { result, requests } = await asking({ waiting: [{}] })
  expect([result, requests]).toEqual([{ kind: 'unsent' }, []])
})

test('waits for no other session’s answers, no call that only counts, and no answer that the visitor must correct', async () => {
  const { result, slept } = await asking({
    waiting: [
      { token: 'other'.repeat(10) },
      { call: 'POST /api/sessions/track/visit' },
      { waitsFor: { step: { offer_key: 'claim', step_key: 'mail' }, errors: [] } },
    ],
  })
  expect([result, slept]).toEqual([{ kind: 'sent' }, 0])
})

describe('shows the result:', () => {
  const problem = (status: number, more: Partial<Answer> = {}): Answer => ({
    status,
    isProblem: true,
    data: {},
    ...more,
  })
  test.each<[string, Answer | 'silence', unknown]>([
    ['no answer', 'silence', { kind: 'away' }],
    ['a failing server', problem(503), { kind: 'away' }],
    ['another server’s page', { status: 404, isProblem: false }, { kind: 'away' }],
    ['a wrong address', problem(422, { data: { field: 'email' } }), { kind: 'badAddress' }],
    ['an ill-formed address', problem(400, { data: { field: 'email' } }), { kind: 'badAddress' }],
    ['too many links', problem(422), { kind: 'noMoreLinks' }],
    ['too many tries', problem(429, { retryAfterMs: 61_000 }), { kind: 'tooMany', minutes: 2 }],
    ['too many tries without a time', problem(429), { kind: 'tooMany', minutes: 1 }],
    ['no mail server since', problem(404), { kind: 'notOffered' }],
    ['another browser’s visit', problem(403, { data: { field: 'authorization' } }), { kind: 'elsewhere' }],
  ])('%s', async (_, answer, said) => {
    expect((await asking({ answer })).result).toEqual(said)
  })
})
