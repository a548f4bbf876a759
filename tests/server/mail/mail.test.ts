import { expect, onTestFinished, test } from 'vitest'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { mailsOf } from '../../../src/server/mail/mailsOf.ts'
import { startMailing } from '../../../src/server/mail/startMailing.ts'
import { running, submission, wrapped } from '../running.ts'
import { SMALL_FLOW } from '../smallFlow.ts'
import { mailServer } from './mailServer.ts'

/** The first step asks for an address and sends an email there. */
const FLOW: Flow = structuredClone(SMALL_FLOW)
FLOW.ui_config.offers['claim']!.steps = [
  {
    ...SMALL_FLOW.ui_config.offers['claim']!.steps[2]!,
    execute_actions: [
      {
        name: 'send_email',
        email: { to: 'email', subject: 'Your list', text: 'Hello {{field:email}}, here it is.' },
      },
    ],
  },
]
FLOW.ui_config.basic_fields = []

async function stage(port: number) {
  const clock = { ms: Date.now() }
  const server = await running({
    flow: FLOW,
    now: () => clock.ms,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Small Site <list@small.example>',
      POSTAL_ADDRESS: '1 Main Street, Springfield',
      PUBLIC_URL: 'https://small.example',
    },
  })
  const start = async () => {
    const mailing = await startMailing(server.ctx, server.app.log, () => 'https://small.example')
    onTestFinished(() => mailing.stop())
    return mailing
  }
  const answer = async (email: string, session?: Awaited<ReturnType<typeof server.open>>) => {
    const visitor = session ?? (await server.open())
    const step = {
      offer_key: 'claim',
      step_key: 'mail',
      answers: [{ question_key: 'mail', answer_key: 'value', raw_data: email }],
    }
    const call = wrapped('POST /api/sessions/step', submission(visitor, step), visitor.token)
    expect((await server.send(call)).statusCode).toBe(204)
    return visitor
  }
  const states = async () =>
    (await server.store.mails({ state: null, limit: 10 })).map(
      ({ state, attempts }) => `${state} ${attempts}`,
    )
  /** Result of the last attempt; the next one isn't due until this is written. */
  const last = async () => (await server.store.mails({ state: 'due', limit: 1 }))[0]?.last
  return { ...server, clock, start, answer, states, last }
}

test('sends the email that an answer made due, with its sender, its reason, and how to stop it', async () => {
  const smtp = await mailServer()
  const { start, answer, states } = await stage(smtp.port)
  await start()
  await answer('ann@example.com')
  await expect.poll(states).toEqual(['sent 1'])
  expect(smtp.letters).toHaveLength(1)
  const [{ to, raw }] = smtp.letters as [{ to: string[]; raw: string }]
  expect(to).toEqual(['ann@example.com'])
  expect(raw).toMatch(/^From: Small Site <list@small\.example>/m)
  expect(raw).toMatch(/^Subject: Your list/m)
  expect(raw).toMatch(/^List-Unsubscribe: <mailto:privacy@small\.example\?subject=unsubscribe>,/m)
  expect(raw).toContain('Hello ann@example.com, here it is.')
  expect(raw).toContain('1 Main Street, Springfield')
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(raw).toContain('https://small.example/legal/small/no-more-email/')
})

test('wakes the sender of emails as soon as an answer makes one due', async () => {
  const smtp = await mailServer()
  const { answer, ctx } = await stage(smtp.port)
  let wakes = 0
  ctx.signals.on('mail', () => void wakes++)
  await answer('ann@example.com')
  expect(wakes).toBe(1)
})

test('stops when the mail server refuses permanently, and repeats none of its words', async () => {
  const smtp = await mailServer()
  smtp.answers.push(550)
  const { start, answer, states, store } = await stage(smtp.port)
  const mailing = await start()
  await answer('ann@example.com')
  await expect.poll(states).toEqual(['refused 1'])
  mailing.wake()
  expect(await store.mails({ state: 'refused', limit: 1 })).toMatchObject([
    { last: 'The mail server answered 550.', due_at: null },
  ])
  expect(smtp.letters).toEqual([])
})

test('retries after a wait if the mail server is temporarily unavailable, and sends once', async () => {
  const smtp = await mailServer()
  smtp.answers.push(451)
  const { start, answer, states, last, clock } = await stage(smtp.port)
  await start()
  await answer('ann@example.com')
  await expect.poll(last).toBe('The mail server answered 451.')
  clock.ms += 60_000
  await expect.poll(states).toEqual(['sent 2'])
  expect(smtp.letters).toHaveLength(1)
})

test('loses nothing while the mail server is down', async () => {
  const away = await mailServer()
  await away.close()
  const { start, answer, states, last, clock } = await stage(away.port)
  await start()
  await answer('ann@example.com')
  await expect.poll(last).toMatch(/^Couldn't reach the mail server: \w+\.$/)
  const smtp = await mailServer(away.port)
  clock.ms += 60_000
  await expect.poll(states).toEqual(['sent 2'])
  expect(smtp.letters).toHaveLength(1)
})

test('sends an interrupted email again with the same Message-ID', async () => {
  const smtp = await mailServer()
  const { start, answer, states, store, clock } = await stage(smtp.port)
  await answer('ann@example.com')
  const [mail = 0] = await store.dueMails(clock.ms, 1)
  const begun = await store.beginMail(mail, clock.ms)
  await start()
  await expect.poll(states).toEqual(['sent 2'])
  expect(smtp.letters).toHaveLength(1)
  expect(smtp.letters[0]!.raw).toContain(`<${begun!.key}@small.example>`)
})

test('sends nothing to an address that opted out, nor to a visitor who was forgotten', async () => {
  const smtp = await mailServer()
  const { start, answer, states, store } = await stage(smtp.port)
  await answer('ann@example.com')
  const { uuid } = await answer('bob@example.com')
  await store.optOut({
    session_uuid: null,
    phone: null,
    email: 'ANN@example.com',
    source: 'unsubscribe',
    at: 1,
  })
  await store.forgetSession(uuid)
  await start()
  await expect.poll(states).toEqual(['suppressed 0'])
  expect(smtp.letters).toEqual([])
})

test('sends to a corrected address as well, and never twice to the same', async () => {
  const smtp = await mailServer()
  const { start, answer, states } = await stage(smtp.port)
  await start()
  const session = await answer('amn@example.com')
  await expect.poll(() => smtp.letters.length).toBe(1)
  await expect.poll(states).toEqual(['sent 1'])
  await answer('ann@example.com', session)
  await answer('ann@example.com', session)
  await expect
    .poll(() => smtp.letters.map(({ to }) => to))
    .toEqual([['amn@example.com'], ['ann@example.com']])
})

test('sends three emails a day to one address, however many strangers type it, and however they write it', async () => {
  const smtp = await mailServer()
  const { start, answer, states, clock, store, ctx } = await stage(smtp.port)
  await start()
  for (const email of ['ann@example.com', 'ANN@example.com', 'ann+1@example.com', 'ann+2@example.com'])
    await answer(email)
  await answer('bob@example.com')
  const first = ['sent 1', 'suppressed 0', 'sent 1', 'sent 1', 'sent 1']
  await expect.poll(states).toEqual(first)
  expect(await store.mails({ state: 'suppressed', limit: 1 })).toMatchObject([
    { last: 'Not sent: 3 emails went to this address within a day.' },
  ])
  clock.ms += 86_400_000
  await answer('ann@example.com')
  ctx.signals.emit('mail')
  await expect.poll(states).toEqual(['sent 1', ...first])
})

test('switching between two addresses doesn’t send more emails', async () => {
  const smtp = await mailServer()
  const { start, answer } = await stage(smtp.port)
  await start()
  const session = await answer('ann@example.com')
  await expect.poll(() => smtp.letters.length).toBe(1)
  await answer('bob@example.com', session)
  await expect.poll(() => smtp.letters.length).toBe(2)
  await answer('ann@example.com', session)
  await answer('cleo@example.com', session)
  await expect.poll(() => smtp.letters.length).toBe(3)
  expect(smtp.letters.flatMap(({ to }) => to)).toEqual([
    'ann@example.com',
    'bob@example.com',
    'cleo@example.com',
  ])
})

test('limits emails from one network by their stored bytes', async () => {
  const smtp = await mailServer()
  const server = await stage(smtp.port)
  const spent: number[] = []
  server.ctx.budgets = { spend: (_ip, _purse, bytes) => void spent.push(bytes), refund: () => {} }
  await server.answer('ann@example.com')
  expect(spent.some((bytes) => bytes > 32 * 1024)).toBe(true)
})

test('resends refused emails on request, and none that was sent', async () => {
  const smtp = await mailServer()
  smtp.answers.push(550)
  const { start, answer, states, store, clock, ctx } = await stage(smtp.port)
  await start()
  await answer('ann@example.com')
  await expect.poll(states).toEqual(['refused 1'])
  expect((await store.load()).mails).toEqual({ due: 0, refused: 1, dead: 0 })
  expect(await store.replayMail(1, clock.ms)).toBe(true)
  expect((await store.load()).mails).toEqual({ due: 1, refused: 0, dead: 0 })
  ctx.signals.emit('mail')
  await expect.poll(states).toEqual(['sent 2'])
  expect([await store.replayMail(1, clock.ms), await store.replayMail(2, clock.ms)]).toEqual([false, false])
})

test.each([
  ['Ann', 'Ann'],
  ['Ann O’Neil Jr.', 'Ann O’Neil Jr.'],
  ['see https://spam.example/x now', 'see now'],
  ['win at spam.example today', 'win at today'],
  ['spam。example', ''],
  ['bob@example.com', ''],
])('puts the visitor’s text %j into an email as %j', (typed, shown) => {
  const action = {
    name: 'send_email' as const,
    email: { to: 'email', subject: 'Your list', text: '{{field:first_name}}|{{field:email}}' },
  }
  const fields = { email: 'ann@example.com', first_name: typed }
  const [mail] = mailsOf([action], fields, { offer: 'claim', step: 'mail' })
  expect(mail?.body).toBe(`${shown}|ann@example.com`)
})

test('sends to a corrected address even if it arrives while the first email is being sent', async () => {
  const smtp = await mailServer()
  const { answer, store, clock } = await stage(smtp.port)
  const session = await answer('amn@example.com')
  const [mail = 0] = await store.dueMails(clock.ms, 1)
  const begun = await store.beginMail(mail, clock.ms)
  await answer('ann@example.com', session)
  const end = { state: 'sent', message: '', recipient: begun!.recipient, at: clock.ms, due_at: null } as const
  await store.endMail(mail, 1, end)
  expect((await store.beginMail(mail, clock.ms))?.recipient).toBe('ann@example.com')
})

test('an email waits without a mail server', async () => {
  const server = await running({ flow: FLOW })
  const mailing = await startMailing(server.ctx, server.app.log, () => '')
  const session = await server.open()
  const step = {
    offer_key: 'claim',
    step_key: 'mail',
    answers: [{ question_key: 'mail', answer_key: 'value', raw_data: 'ann@example.com' }],
  }
  await server.send(wrapped('POST /api/sessions/step', submission(session, step), session.token))
  mailing.wake()
  expect(await server.store.mails({ state: 'due', limit: 1 })).toMatchObject([{ attempts: 0 }])
})
