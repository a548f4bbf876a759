import { expect, onTestFinished } from 'vitest'
import type { Flow, TrackingScripts } from '../../../schemas/flow/flow.ts'
import type { Session } from '../../../schemas/kernel/session.ts'
import { openLocalBuyer } from '../../../src/cli/kernel/localBuyer.ts'
import type { Pixels } from '../../../src/server/pixels/pixelFormats.ts'
import { startDelivery } from '../../../src/server/startDelivery.ts'
import { startPixels } from '../../../src/server/pixels/startPixels.ts'
import { BROWSER, keys, running, submission, wrapped } from '../running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from '../smallFlow.ts'

/** The flow that sells to acme. After its first steps it asks if vendors may be told. */
export const ADS_FLOW: Flow = structuredClone(SELLING_FLOW)
ADS_FLOW.constants_config.questions['ads'] = {
  label: 'May we tell who showed you our advertisement?',
  answers: {
    yes: { backend_field_name: 'ads', backend_field_value: 'yes' },
    no: { backend_field_name: 'ads', backend_field_value: 'no' },
  },
}
ADS_FLOW.ui_config.offers['claim']!.steps.splice(2, 0, {
  name: 'ads',
  questions: (['yes', 'no'] as const).map((answer_id) => ({
    type: 'container',
    widget: 'choice',
    submit: true,
    question_key: 'ads',
    answer_id,
    text: answer_id,
  })),
})

const KEY = 'a-secret-of-the-partner'

interface Visit {
  query?: Record<string, string>
  cookie?: string
  headers?: Record<string, string>
  email?: string
  ads?: 'yes' | 'no'
  /** Runs once there is a session. */
  before?: (session: Session) => Promise<unknown>
}

/** A server whose flow has these pixels, with its own clock. */
export async function stage({ scripts, pixels }: { scripts: TrackingScripts; pixels: Pixels }) {
  const flow = structuredClone(ADS_FLOW)
  flow.ui_config.entrypoint.tracking_scripts = scripts
  const clock = { ms: Date.parse('2026-11-20T17:00:00.123Z') }
  const buyer = await openLocalBuyer({ port: 0, price: '25.00', mannerOf: () => 'accept', onPost: () => {} })
  onTestFinished(() => buyer.close())
  const server = await running({
    flow,
    pixels,
    now: () => clock.ms,
    env: { POSTBACK_KEYS: `partner:${KEY}` },
    buyers: new Map([['acme', { format: 'json', url: `${buyer.url}/json`, local: true, price: '25.00' }]]),
  })
  const { ctx, app, store, send, settings } = server
  const start = async () => {
    const telling = await startPixels(ctx, app.log)
    onTestFinished(() => telling.stop())
    return telling
  }
  const answer = async (session: Session, step: object, headers: Record<string, string> = {}) => {
    const call = wrapped('POST /api/sessions/step', submission(session, step), session.token)
    const sent = await send({ ...call, headers: { ...call.headers, ...headers } })
    expect(sent.statusCode, sent.body).toBe(204)
  }
  const ads = (value: 'yes' | 'no') => ({
    offer_key: 'claim',
    step_key: 'ads',
    answers: [{ question_key: 'ads', answer_key: value, raw_data: value }],
  })
  /** Answers the flow to its end. */
  const visit = async (visiting: Visit = {}) => {
    const { query = {}, cookie, email = 'ann@example.com', ads: agrees = 'no', before } = visiting
    const headers = { ...(cookie !== undefined && { cookie }), ...visiting.headers }
    const address = 'https://claims.example/small'
    const arrival = {
      path: 'small',
      page_url: `${address}?${new URLSearchParams(query)}`,
      referrer: '',
      query,
    }
    const opening = wrapped('POST /api/sessions', arrival, settings.siteKey)
    const session: Session = (
      await send({ ...opening, headers: { ...opening.headers, 'user-agent': BROWSER } })
    ).json()
    const at = clock.ms
    await before?.(session)
    const mail = { ...MAIL, answers: [{ ...MAIL.answers[0]!, raw_data: email }] }
    for (const step of [HURT, WHERE, ads(agrees), mail]) await answer(session, step, headers)
    let clickRef = session.click_ref
    return {
      session,
      at,
      clickRef: () => clickRef,
      answerAds: (value: 'yes' | 'no') => answer(session, ads(value)),
      /** Brings the visitor back by another click. */
      comeAgain: async (query: Record<string, string>) => {
        const again = { ...arrival, query, session_token: session.token }
        clickRef = (await send(wrapped('POST /api/sessions', again, settings.siteKey))).json<Session>()
          .click_ref
      },
    }
  }
  type Visitor = Awaited<ReturnType<typeof visit>>
  /** Reports a sale as a partner does. */
  const sell = async ({ session, clickRef }: Visitor, { id, amount }: { id: string; amount: string }) => {
    const ref = ['claim', clickRef(), session.uuid, 'mail'].join('|')
    const sent = await send({
      method: 'POST',
      url: '/webhook/conversions',
      payload: { key: KEY, ref, id, amount, status: 'approved' },
    })
    expect(sent.statusCode, sent.body).toBe(204)
  }
  const deliver = async () => {
    const delivering = await startDelivery(ctx, app.log)
    onTestFinished(() => delivering.stop())
  }
  const optOut = async (session: Session) => {
    const call = wrapped('POST /api/sessions/opt-out', keys(session), session.token)
    expect((await send(call)).statusCode).toBe(204)
  }
  /** States of all events, newest first, once none is due. */
  const settled = async () => {
    const states = async () => (await store.pixelEvents({ state: null, limit: 99 })).map(({ state }) => state)
    await expect.poll(states).not.toContain('due')
    return states()
  }
  return { ...server, clock, start, visit, sell, deliver, optOut, settled }
}
