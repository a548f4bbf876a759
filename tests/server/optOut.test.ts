import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrivacyRequestKind } from '../../schemas/kernel/privacy.ts'
import type { Session } from '../../schemas/kernel/session.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { BUILT } from './built.ts'
import { running, submission, wrapped } from './running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from './smallFlow.ts'
import { brandOf } from '../brands.ts'

/** A server whose leads go to a buyer. Each test sells everything it makes due. */
const { send, store, open } = await running({ folders: BUILT, until: afterAll })
beforeAll(async () => {
  for (const [path, field] of [
    ['selling', 'email'],
    ['selling-by-mail', 'mail_address'],
  ] as const) {
    const flow = structuredClone(SELLING_FLOW)
    flow.ui_config.site = brandOf('found-money')
    flow.constants_config.questions['mail']!.answers['value']!.backend_field_name = field
    const validators = compileValidators(flow)
    await store.publish({ path, flow, style: '', icons: {}, validators, at: Date.now() })
  }
})

type Cookies = Record<string, string>

let people = 0
const somebody = () => `somebody${people++}@example.com`

/** Comes to the site in a browser with these cookies. */
async function come(held: Cookies, query = ''): Promise<{ session: Session; cookies: Cookies }> {
  const { body, cookies } = await send({ url: `/selling${query}`, cookies: held })
  const { session } = JSON.parse(/id="page">(.*?)<\/script>/.exec(body)![1]!) as { session: Session }
  return { session, cookies: { ...held, ...jar(cookies) } }
}

/** Answers to the end with calls that don't mention the sale themselves, so that the lead is due. */
async function answer(session: Session, email: string): Promise<void> {
  const mail = { ...MAIL, answers: [{ ...MAIL.answers[0]!, raw_data: email }] }
  for (const step of [HURT, WHERE, mail]) {
    const call = wrapped('POST /api/sessions/step', submission(session, step), session.token)
    expect((await send(call)).statusCode).toBe(204)
  }
}

/** Sends the form of a legal page from a browser with these cookies. Returns the browser's cookies afterwards. */
async function ask(slug: string, kind: PrivacyRequestKind, email: string, held: Cookies): Promise<Cookies> {
  const { statusCode, cookies } = await send({
    method: 'POST',
    url: `/legal/selling/${slug}`,
    payload: new URLSearchParams({ kind, email, phone: '' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    cookies: held,
  })
  expect(statusCode).toBe(200)
  return { ...held, ...jar(cookies) }
}

function jar(cookies: { name: string; value: string }[]): Cookies {
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
}

/** Outcome of each due lead, in order. */
async function sell(): Promise<('sold' | 'stopped')[]> {
  const became: ('sold' | 'stopped')[] = []
  for (const delivery of await store.dueDeliveries('acme', Date.now(), 10))
    became.push(
      (await store.beginAttempt(delivery, Date.now(), { duplicateWindowMs: 0 })) ? 'sold' : 'stopped',
    )
  return became
}

test.each<[slug: string, kind: PrivacyRequestKind, became: 'sold' | 'stopped']>([
  ['do-not-sell', 'do_not_sell', 'stopped'],
  ['unsubscribe', 'unsubscribe', 'stopped'],
  ['privacy-policy', 'do_not_sell', 'stopped'],
  ['privacy-policy', 'unsubscribe', 'stopped'],
  ['privacy-policy', 'delete', 'stopped'],
  ['privacy-policy', 'know', 'sold'],
  ['privacy-policy', 'correct', 'sold'],
])('%s: asking there for %s has every lead %s, from any browser', async (slug, kind, became) => {
  const email = somebody()
  await answer(await open({ path: 'selling' }), email)
  await ask(slug, kind, email.toUpperCase(), {})
  await answer(await open({ path: 'selling' }), email)
  // A request not to be called stops the leads that wait at once, and the others when they are due.
  expect(await sell()).toEqual(kind === 'unsubscribe' ? [became] : [became, became])
})

test('an opted-out address stops a lead that contains it, whatever the field is called', async () => {
  const email = somebody()
  await ask('do-not-sell', 'do_not_sell', email, {})
  await answer(await open({ path: 'selling-by-mail' }), email)
  await answer(await open({ path: 'selling-by-mail' }), somebody())
  expect(await sell()).toEqual(['stopped', 'sold'])
})

test('a number at the end of its page’s address doesn’t stop a lead', async () => {
  const { session } = await come({}, '?sub1=5125552368')
  await answer(session, somebody())
  await store.optOut({ session_uuid: null, phone: '5125552368', email: null, source: 'unsubscribe', at: 1 })
  expect(await sell()).toEqual(['sold'])
})

test('a stopped lead says why, and other leads aren’t affected', async () => {
  const [email, other] = [somebody(), somebody()]
  await answer((await come({})).session, email)
  await answer((await come({})).session, other)
  await ask('unsubscribe', 'unsubscribe', email, {})
  expect(await sell()).toEqual(['sold'])
  const stopped = await store.deliveries({ state: 'suppressed', limit: 1 })
  expect(stopped).toMatchObject([{ due_at: null, last: 'Not sent: the visitor opted out of the sale.' }])
})

test('Do Not Sell stops this browser’s leads, whatever address is entered in the form', async () => {
  const { session, cookies } = await come({})
  await answer(session, somebody())
  await ask('do-not-sell', 'do_not_sell', somebody(), cookies)
  expect(await sell()).toEqual(['stopped'])
})

test('Do Not Sell stops every later session of the browser, and no other browser’s', async () => {
  const before = await come({})
  const cookies = await ask('do-not-sell', 'do_not_sell', somebody(), before.cookies)
  const { do_not_sell = '' } = cookies
  const later = await come({ do_not_sell }, '?sub1=another')
  expect(later.session.uuid).not.toBe(before.session.uuid)
  await answer(later.session, somebody())
  await answer((await come({})).session, somebody())
  expect(await sell()).toEqual(['stopped', 'sold'])
})

test('Unsubscribe only concerns an address, not the browser', async () => {
  const { session, cookies } = await come({})
  expect(await ask('unsubscribe', 'unsubscribe', somebody(), cookies)).toEqual(cookies)
  await answer(session, somebody())
  expect(await sell()).toEqual(['sold'])
})
