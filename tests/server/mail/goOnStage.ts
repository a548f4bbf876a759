import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Session } from '../../../schemas/kernel/session.ts'
import type { Page } from '../../../src/flow/page.ts'
import { startMailing } from '../../../src/server/mail/startMailing.ts'
import { BUILT } from '../built.ts'
import { keys, running, submission, wrapped } from '../running.ts'
import { HURT, MAIL, SMALL_FLOW } from '../smallFlow.ts'
import { mailServer, readLetter } from './mailServer.ts'

/** Asks if the visitor was hurt, for an email and for the state; then the lead is sent. Each step but the first offers a link to
 *  continue. */
export const GO_ON_FLOW: Flow = structuredClone(SMALL_FLOW)
GO_ON_FLOW.ui_config.come_back = { to: 'email' }
GO_ON_FLOW.ui_config.fields = {
  ...GO_ON_FLOW.ui_config.fields,
  from_wc: { compute: 'user_from_wc' },
  source: { compute: 'address_parameter', parameter: 'utm_source' },
}
const [hurt, where, mail] = SMALL_FLOW.ui_config.offers['claim']!.steps as [never, never, object]
GO_ON_FLOW.ui_config.offers['claim']!.steps = [
  hurt,
  { ...(mail as Flow['ui_config']['offers'][string]['steps'][number]), execute_actions: [] },
  {
    ...(where as Flow['ui_config']['offers'][string]['steps'][number]),
    execute_actions: [{ name: 'send_lead' }],
  },
]

/** Address that links are mailed to, on a domain that the checks accept. Nothing leaves this machine. */
export const ADDRESS = 'ann@gmail.com'

/** A server that mails links, and its visitors. */
export async function goOnStage({
  flow = GO_ON_FLOW,
  ...more
}: Partial<Parameters<typeof running>[0] & { flow: Flow }> = {}) {
  const smtp = await mailServer()
  const clock = { ms: Date.now() }
  const server = await running({
    flow,
    folders: BUILT,
    now: () => clock.ms,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'Small Site <list@small.example>',
      POSTAL_ADDRESS: '1 Main Street, Springfield',
      PUBLIC_URL: 'https://small.example',
    },
    ...more,
  })
  const { send, store, app, ctx } = server
  const mailing = await startMailing(ctx, app.log, () => 'https://small.example')
  onTestFinished(() => mailing.stop())
  const answer = async (session: Session, step: object) => {
    const call = wrapped('POST /api/sessions/step', submission(session, step), session.token)
    return (await send(call)).statusCode
  }
  const takeBack = async (session: Session) =>
    (await send(wrapped('POST /api/sessions/take-back', keys(session), session.token))).statusCode
  /** A visitor who has given an email address and is asked for the state. */
  const visitor = async () => {
    const session = await server.open()
    expect([await answer(session, HURT), await answer(session, MAIL)]).toEqual([204, 204])
    return session
  }
  const ask = (session: Session, email = ADDRESS, id: string = randomUUID()) =>
    send(wrapped('POST /api/sessions/go-on-link', { ...keys(session), id, email }, session.token))
  /** Address in the newest letter. */
  const mailed = async (letters: number) => {
    await expect.poll(() => smtp.letters.length).toBe(letters)
    const { body } = readLetter(smtp.letters.at(-1)!.raw)
    const [, url = ''] = /^https:\/\/small\.example(\/small\?go_on=[\w-]{43})$/m.exec(body) ?? []
    return url
  }
  const asked = async (session: Session, letters = 1) => {
    expect((await ask(session)).statusCode).toBe(204)
    return mailed(letters)
  }
  /** Presses the button of the page that a link opens. */
  const press = async (url: string, headers: Record<string, string> = {}) => {
    const link = new URL(url, 'http://localhost').searchParams.get('go_on') ?? ''
    return send({
      method: 'POST',
      url,
      payload: new URLSearchParams({ go_on: link }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    })
  }
  /** Page that the server sends to the browser with this cookie. */
  const look = async (cookie: string, headers: Record<string, string> = {}) => {
    const { body, headers: got } = await send({ url: '/small', headers: { cookie, ...headers } })
    const [, data = '{}'] = /id="page">(.*?)<\/script>/.exec(body)!
    return { body, page: JSON.parse(data) as Page, setsCookie: got['set-cookie'] !== undefined }
  }
  return {
    ...server,
    smtp,
    clock,
    store,
    mailing,
    answer,
    takeBack,
    visitor,
    ask,
    asked,
    mailed,
    press,
    look,
  }
}

/** Cookie that an answer sets. */
export function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers['set-cookie']).split(';')[0]!
}
