import { afterAll, expect, test } from 'vitest'
import type { ConsentRecord } from '../../schemas/kernel/consent.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { Outcome } from '../../schemas/visitor/sessions.ts'
import type { Session } from '../../schemas/kernel/session.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { BUILT } from './built.ts'
import { running, submission, wrapped } from './running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from './smallFlow.ts'

const TEXT = 'By pressing “Call me about this request anyway”, I ask that Acme may call me about my claim.'
const CALL = 'Call me about this request anyway'
const field = 'claim_call_anyway'

/** The selling flow, which offers opted-out visitors a call before it asks for the email address. */
const FLOW: Flow = structuredClone(SELLING_FLOW)
FLOW.constants_config.questions['anyway'] = {
  label: 'Call anyway',
  answers: {
    agreed: { backend_field_name: field, backend_field_value: TEXT },
    declined: { backend_field_name: 'no_call', backend_field_value: 'yes' },
  },
}
FLOW.ui_config.offers['claim']!.steps.splice(2, 0, {
  name: 'call_anyway',
  type: 'call_anyway',
  title: 'Would you like a call about this request anyway?',
  questions: [
    { type: 'container', widget: 'consent', question_key: 'anyway', answer_id: 'agreed' },
    { type: 'submit', text: CALL, agrees: true },
    {
      type: 'container',
      widget: 'choice',
      submit: true,
      question_key: 'anyway',
      answer_id: 'declined',
      text: 'No, thanks',
      agrees: false,
    },
  ],
})
const ASKED = { offer_key: 'claim', step_key: 'call_anyway' }
const AGREED = { ...ASKED, answers: [{ question_key: 'anyway', answer_key: 'agreed', raw_data: TEXT }] }
const DECLINED = { ...ASKED, answers: [{ question_key: 'anyway', answer_key: 'declined', raw_data: 'yes' }] }
const SEEN = { at: Date.now(), control: CALL, html: `<section><p>${TEXT}</p></section>` }
const GPC = { 'sec-gpc': '1' }
const DO_NOT_SELL = { cookie: 'do_not_sell=1' }

const buyers = new Map([['acme', { format: 'json' as const, url: 'http://127.0.0.1:1/', local: true }]])
const { send, store } = await running({ folders: BUILT, buyers, until: afterAll })
const version = { style: '', icons: {}, validators: compileValidators(FLOW) }
await store.publish({ path: 'anyway', flow: FLOW, ...version, at: Date.now() })

let visits = 0
const HIDDEN = /<input type="hidden" name="(step-id|served)" value="(.*?)"/g

/** A visit to the page by a browser with these headers, which sends them with everything. Each visitor has an address of their own. */
async function visit(headers: Record<string, string>) {
  const { body } = await send({ url: '/anyway', headers })
  const { session } = JSON.parse(/id="page">(.*?)<\/script>/s.exec(body)![1]!) as { session: Session }
  const cookie = [headers['cookie'], `visitor_anyway=${session.token}`].filter(Boolean).join('; ')
  const answer = async (step: Parameters<typeof submission>[1], seen?: typeof SEEN) => {
    const call = wrapped(
      'POST /api/sessions/step',
      { ...submission(session, step), ...(seen && { seen }) },
      session.token,
    )
    return (await send({ ...call, headers: { ...call.headers, ...headers } })).statusCode
  }
  const outcome = async () => {
    const authorization = `Bearer ${session.token}`
    const { body } = await send({ url: '/api/sessions/outcome', headers: { authorization, ...headers } })
    return JSON.parse(body) as Outcome
  }
  const page = async () => (await send({ url: '/anyway', headers: { ...headers, cookie } })).body
  const email = `ann${++visits}@example.com`
  const mail = { ...MAIL, answers: [{ ...MAIL.answers[0]!, raw_data: email }] }
  expect([await answer(HURT), await answer(WHERE)]).toEqual([204, 204])
  /** Posts the form of the current page as a browser without our scripts does, with these fields beside its hidden ones. */
  const post = async (fields: Record<string, string> = {}, from?: string) => {
    const [form = ''] = /<form class="step".*?<\/form>/s.exec(from ?? (await page())) ?? []
    const hidden = [...form.matchAll(HIDDEN)].map(([, name = '', value = '']) => [name, value])
    const { statusCode } = await send({
      method: 'POST',
      url: '/anyway',
      payload: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }).toString(),
      headers: {
        ...headers,
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
    })
    return statusCode
  }
  return { session, answer, outcome, page, post, mail, email }
}

async function begun(): Promise<number> {
  const due = await store.dueDeliveries('acme', Date.now(), 100)
  const attempts = await Promise.all(due.map((delivery) => store.beginAttempt(delivery, Date.now())))
  return attempts.filter(Boolean).length
}

test('asks for the details of a visitor with Global Privacy Control who wants a call anyway, and sells them', async () => {
  const { session, answer, outcome, page, mail } = await visit(GPC)
  expect(await page()).toContain('Would you like a call about this request anyway?')
  expect(await answer(mail)).toBe(422)
  expect(await answer(AGREED, SEEN)).toBe(204)
  const asked = await page()
  expect(asked).toContain('Your email?')
  expect(asked).not.toContain('no one will call')
  expect(await answer(mail)).toBe(204)
  expect(await outcome()).toMatchObject({ leads: [{ offer: 'claim', buyer: 'acme', state: 'due' }] })
  expect(await store.consents(session.uuid)).toMatchObject([
    {
      step: 'call_anyway',
      decision: 'agreed',
      field,
      text: TEXT,
      sellers: ['Acme'],
      control: { text: CALL, state: 'pressed' },
      opt_out: 'gpc',
      html: SEEN.html,
    },
  ])
  expect(await begun()).toBe(1)
})

test('a visitor who changes their mind about the call isn’t sold', async () => {
  const { answer, outcome, mail } = await visit(GPC)
  for (const step of [AGREED, mail, DECLINED]) expect(await answer(step)).toBe(204)
  expect(await outcome()).toMatchObject({ leads: [{ state: 'kept' }] })
  expect(await begun()).toBe(0)
})

test('asks nothing more of a visitor with Global Privacy Control who declines', async () => {
  const { session, answer, page, mail } = await visit(GPC)
  expect(await answer(DECLINED)).toBe(204)
  expect(await page()).toContain('Thanks.')
  expect(await answer(mail)).toBe(422)
  expect(await store.consents(session.uuid)).toMatchObject([{ decision: 'refused', field }])
})

test('offers no call and asks no details of a visitor who asked us not to sell', async () => {
  const { answer, page, mail } = await visit({ ...DO_NOT_SELL, ...GPC })
  expect(await page()).toContain('Thanks.')
  expect([await answer(AGREED), await answer(mail)]).toEqual([422, 422])
})

test('a visitor who didn’t opt out is never offered the call', async () => {
  const { answer, page, mail } = await visit({})
  expect(await page()).toContain('Your email?')
  expect([await answer(AGREED), await answer(mail)]).toEqual([422, 204])
  expect(await begun()).toBe(1)
})

test.each([
  ['asks us not to sell', 'session', 'do_not_sell'],
  ['opts out by email address', 'email', 'unsubscribe'],
])('cancels a requested call if the visitor then %s', async (_, of, source) => {
  const { session, answer, outcome, mail, email } = await visit(GPC)
  for (const step of [AGREED, mail]) expect(await answer(step)).toBe(204)
  await store.optOut({
    session_uuid: of === 'session' ? session.uuid : null,
    phone: null,
    email: of === 'email' ? email : null,
    source,
    at: Date.now(),
  })
  expect(await outcome()).toMatchObject({ leads: [{ state: 'kept' }] })
  expect(await begun()).toBe(0)
})

test('without scripts, a plain form asks for the call, with evidence of what the server drew', async () => {
  const before = Date.now()
  const { session, page, post, email } = await visit(GPC)
  expect(await post()).toBe(303)
  expect(await page()).toContain('Your email?')
  expect(await post({ email })).toBe(303)
  const consents = await store.consents(session.uuid)
  expect(consents).toMatchObject([
    {
      decision: 'agreed',
      field,
      text: TEXT,
      control: { element: 'submit', text: CALL, state: 'pressed', served_at: expect.any(Number) },
      browser_at: null,
      opt_out: 'gpc',
    },
  ])
  const [{ control, html, at }] = consents as unknown as [ConsentRecord]
  expect(control.served_at).toBeGreaterThanOrEqual(before)
  expect(control.served_at).toBeLessThanOrEqual(at)
  expect(html).toMatch(/^<form class="step"[^]*<\/form>$/)
  expect(html!.replace(/<[^>]*>/g, '')).toContain(TEXT)
  expect(await begun()).toBe(1)
})

test('without scripts, the other button is a refusal', async () => {
  const { session, page, post } = await visit(GPC)
  expect(await post({ no_call: 'yes' })).toBe(303)
  expect(await page()).toContain('data-step="thanks/end"')
  expect(await store.consents(session.uuid)).toMatchObject([
    { decision: 'refused', control: { element: 'choice', text: 'No, thanks' } },
  ])
})

test('a form without the mark of a page sent to this visit gives no consent', async () => {
  const [ours, theirs] = [await visit(GPC), await visit(GPC)]
  const page = await ours.page()
  const changed = page.replace(/(name="served" value=")\d/, '$19')
  const unmarked = page.replace('name="served"', 'name="other"')
  for (const from of [unmarked, changed, await theirs.page()]) {
    expect(await ours.post({}, from)).toBe(303)
    expect(await ours.page()).toContain('Would you like a call about this request anyway?')
  }
  expect(await store.consents(ours.session.uuid)).toEqual([])
})
