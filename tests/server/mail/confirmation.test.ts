import { expect, onTestFinished, test } from 'vitest'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { confirmedTo } from '../../../src/server/mail/confirmation.ts'
import { startMailing } from '../../../src/server/mail/startMailing.ts'
import { unsentMail } from '../../../src/server/mail/warnUnsentMail.ts'
import { running, submission, wrapped } from '../running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from '../smallFlow.ts'
import { mailServer, readLetter } from './mailServer.ts'

const MINUTE_MS = 60_000
const NOON = Date.parse('2026-11-20T12:00:00-05:00')

/** Asks if the visitor was hurt, for the state and for an email. Then the lead goes to two buyers, and the visitor gets an email. */
const FLOW: Flow = structuredClone(SELLING_FLOW)
FLOW.ui_config.confirm_lead = { to: 'email' }
FLOW.ui_config.buyers = {
  acme: { name: 'Acme Claims', required_fields: ['email'] },
  other: { name: 'Other Law', required_fields: [], next: 'They write to you.' },
}
FLOW.ui_config.offers['claim']!.steps[2]!.execute_actions = [{ name: 'send_lead', buyers: ['acme', 'other'] }]

async function stage({ flow = FLOW, env = {} }: { flow?: Flow; env?: Record<string, string> } = {}) {
  const smtp = await mailServer()
  const clock = { ms: NOON }
  const server = await running({
    flow,
    now: () => clock.ms,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'Small Site <list@small.example>',
      POSTAL_ADDRESS: '1 Main Street, Springfield',
      PRIVACY_EMAIL: 'privacy@{site}.example',
      ...env,
    },
  })
  const { store, ctx, app, send } = server
  const mailing = await startMailing(ctx, app.log, () => 'https://small.example')
  onTestFinished(() => mailing.stop())
  const visitor = async (language?: Language, steps: object[] = [HURT, WHERE, MAIL]) => {
    const session = await server.open()
    for (const step of steps) {
      const given = { ...submission(session, step), ...(language && { language }) }
      const { statusCode } = await send(wrapped('POST /api/sessions/step', given, session.token))
      expect(statusCode).toBe(204)
    }
    return session
  }
  const answered = async (buyer: string, state: 'accepted' | 'rejected') => {
    const all = await store.deliveries({ state: null, limit: 9 })
    const { delivery } = all.find((one) => one.buyer === buyer)!
    await store.beginAttempt(delivery, clock.ms)
    await store.endAttempt(delivery, 1, { state, message: '', at: clock.ms, due_at: null })
  }
  const later = (minutes: number) => {
    clock.ms += minutes * MINUTE_MS
    mailing.wake()
  }
  const states = async () =>
    (await store.mails({ state: null, limit: 9 })).map(({ kind, state }) => `${kind} ${state}`)
  return { ...server, smtp, visitor, answered, later, states, mailing }
}

test('says once who got the details, when, and how to stop it, without the answers', async () => {
  const { smtp, visitor, answered, later, states } = await stage()
  await visitor()
  await answered('acme', 'accepted')
  await answered('other', 'rejected')
  later(4)
  expect(await states()).toEqual(['confirm due'])
  later(1)
  await expect.poll(states).toEqual(['confirm sent'])
  later(600)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(smtp.letters.map(({ to }) => to)).toEqual([['ann@example.com']])
  const { headers, body } = readLetter(smtp.letters[0]!.raw)
  expect(headers).toMatch(/^Subject: Who received your details from .+$/m)
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(body).toContain('On November 20, 2026 you answered questions at ')
  expect(body).toContain('- Acme Claims received your details. They may contact you')
  expect(body).not.toContain('Other Law')
  expect(body).toContain('write to privacy@small.example')
  expect(body).toMatch(/^https:\/\/small\.example\/legal\/small\/no-more-email\/\S+$/m)
  expect(body).toContain('because someone entered this address at https://small.example/small.')
  expect(body.replace(/no-more-email\/\S+/, '')).not.toMatch(/ann@|Texas|TX|hurt/i)
})

test('names the companies that are about to get them, and what they do next', async () => {
  const { smtp, visitor, answered, later, states } = await stage({ env: {} })
  await visitor()
  await answered('other', 'accepted')
  later(5)
  await expect.poll(states).toEqual(['confirm sent'])
  const { body } = readLetter(smtp.letters[0]!.raw)
  expect(body).toContain(
    '- Other Law received your details. If this is your first request to them, here’s what happens next: They write to you.',
  )
  expect(body).toMatch(/^- Your details are .* Acme Claims\./m)
})

test('is in the language of the visitor', async () => {
  const flow = structuredClone(FLOW)
  flow.ui_config.languages = { default: 'en', es: {} }
  const { smtp, visitor, answered, later, states, store } = await stage({ flow })
  const session = await visitor('es')
  await store.setLanguage(session.uuid, 'es')
  await answered('acme', 'accepted')
  later(5)
  await expect.poll(states).toEqual(['confirm sent'])
  const { body } = readLetter(smtp.letters[0]!.raw)
  expect(body).toContain('El 20 de noviembre de 2026 respondió a unas preguntas en ')
  expect(body).toContain('?lang=es')
})

test('isn’t sent to a visitor who was forgotten in the meantime', async () => {
  const { smtp, visitor, answered, later, states, store, ctx } = await stage()
  const session = await visitor()
  await answered('acme', 'accepted')
  const beginMail = ctx.store.beginMail.bind(ctx.store)
  ctx.store.beginMail = async (...given) => {
    const begun = await beginMail(...given)
    await store.forgetSession(session.uuid)
    return begun
  }
  later(5)
  await expect.poll(states).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(smtp.letters).toEqual([])
})

test('is sent only if the flow asks for it, with a mail server and an address', () => {
  const mails = { smtpUrl: 'smtp://127.0.0.1:25', postalAddress: '1 Main Street' }
  const fields = { email: 'ann@example.com' }
  expect(confirmedTo(FLOW, fields, mails)).toBe('ann@example.com')
  expect(confirmedTo(SELLING_FLOW, fields, mails)).toBeNull()
  expect(confirmedTo(FLOW, fields, { smtpUrl: null })).toBeNull()
  expect(confirmedTo(FLOW, { email: 'ann' }, mails)).toBeNull()
  expect(confirmedTo(FLOW, {}, mails)).toBeNull()
  expect(unsentMail('small', FLOW, { ...mails, smtpUrl: null })).toContain(
    'No confirmations are sent until you set it',
  )
  expect(unsentMail('small', FLOW, mails)).toBeNull()
})

test('isn’t stored if email can’t be sent', async () => {
  const { visitor, answered, states } = await stage({ env: { SMTP_URL: '', MAIL_FROM: '' } })
  await visitor()
  await answered('acme', 'accepted')
  expect(await states()).toEqual([])
})

test('is not due before a lead is', async () => {
  const flow = structuredClone(FLOW)
  const [hurt, where, mail] = flow.ui_config.offers['claim']!.steps
  const { execute_actions, ...asking } = mail!
  flow.ui_config.offers['claim']!.steps = [hurt!, asking, { ...where!, execute_actions: execute_actions! }]
  const { visitor, states } = await stage({ flow })
  await visitor(undefined, [HURT, MAIL])
  expect(await states()).toEqual([])
  await visitor(undefined, [HURT, MAIL, WHERE])
  expect(await states()).toEqual(['confirm due'])
})
