import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { compileValidators } from '../../../src/server/publish/compileValidators.ts'
import { BUILT } from '../built.ts'
import { unsentMail } from '../../../src/server/mail/warnUnsentMail.ts'
import { refused, running, submission, wrapped } from '../running.ts'
import { HURT, MAIL, SMALL_FLOW, WHERE } from '../smallFlow.ts'
import { ADDRESS, cookieOf, GO_ON_FLOW, goOnStage } from './goOnStage.ts'
import { readLetter } from './mailServer.ts'
import { sessionsOf } from '../../../src/store/nouns/privacy/findSessions.ts'

test('emails one link to the given address, with why it was sent and how to stop more', async () => {
  const { visitor, ask, mailed, smtp, store } = await goOnStage()
  const session = await visitor()
  const id = randomUUID()
  await ask(session, ADDRESS, id)
  await ask(session, ADDRESS, id)
  expect(await mailed(1)).toMatch(/^\/small\?go_on=/)
  const { headers, body } = readLetter(smtp.letters[0]!.raw)
  expect(smtp.letters[0]!.to).toEqual([ADDRESS])
  expect(headers).toMatch(/^Subject: Continue where you left off at /m)
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(body).toContain('It works for 3 days.')
  expect(body).toContain('because someone entered this address at https://small.example/small.')
  expect(body).toContain('1 Main Street, Springfield')
  await expect.poll(() => store.mails({ state: 'sent', limit: 9 })).toMatchObject([{ kind: 'go_on' }])
})

test('for a site in Spanish, the email, the link’s page and the unsubscribe page are in Spanish', async () => {
  const flow = structuredClone(GO_ON_FLOW)
  flow.ui_config.languages = { default: 'es' }
  const { visitor, asked, press, send, smtp, clock } = await goOnStage({ flow })
  const url = await asked(await visitor())
  const { body } = readLetter(smtp.letters[0]!.raw)
  expect(body).toContain('Funciona durante 3 días.')
  const [, stop = ''] = /https:\/\/small\.example(\/legal\/small\/no-more-email\/\S+)/.exec(body) ?? []
  const pages = [(await send({ url })).body, (await send({ url: stop })).body]
  for (const page of pages) expect(page).toContain('<html lang="es"')
  expect(pages[0]).toContain('<button>Continuar</button>')
  expect(pages[1]).toContain('<button>No quiero recibir más correos</button>')
  clock.ms += 72 * 3_600_000
  expect((await press(url)).body).toContain('Este enlace ya no funciona')
})

/** A page at the step after the one that asks for an address. */
const AFTER_MAIL = {
  answers: { 'claim/hurt': { hurt: 'yes' } },
  current: { offer_key: 'claim', step_key: 'where' },
}

test('a link opens the visit in another browser at its step; the first keeps it until the other answers', async () => {
  const { visitor, asked, press, look, answer, store } = await goOnStage()
  const session = await visitor()
  const url = await asked(session)
  const first = await press(url)
  expect([first.statusCode, first.headers['location']]).toEqual([303, '/small'])
  const cookie = cookieOf(first)
  const { page, setsCookie } = await look(cookie)
  expect([page.session.uuid, setsCookie]).toEqual([session.uuid, false])
  expect(page.session.token).not.toBe(session.token)
  // A second press in a browser that has the session hands over nothing more.
  expect((await press(url, { cookie })).headers['set-cookie']).toBeUndefined()
  const own = await look(`visitor_small=${session.token}`)
  expect(own.page.session.token).toBe(session.token)
  // A tab may be another person's, so the page holds no address; it is at the step after it.
  expect(own.body).not.toContain('ann@example.com')
  expect(own.page.journey).toMatchObject(AFTER_MAIL)
  expect(await answer(session, WHERE)).toBe(204)
  expect((await store.session(session.uuid))!.moved).toBeUndefined()
})

test('the browser that answers continues the visit; the previous one learns so, and takes it back with all its answers', async () => {
  const { visitor, asked, press, look, answer, takeBack, send, store } = await goOnStage()
  const session = await visitor()
  const { page } = await look(cookieOf(await press(await asked(session))))
  const bob = { ...MAIL, answers: [{ ...MAIL.answers[0], raw_data: 'bob@example.com' }] }
  expect(await answer(page.session, bob)).toBe(204)
  expect((await store.session(session.uuid))!.moved).toMatchObject({ from: 0, after: 2 })
  const before = await look(`visitor_small=${session.token}`)
  expect(before.body).not.toContain('bob@example.com')
  expect(before.page.journey).toMatchObject(AFTER_MAIL)
  const told = await send(wrapped('POST /api/sessions/step', submission(session, WHERE), session.token))
  expect([told.statusCode, told.json()]).toMatchObject([409, { type: 'urn:leadloom:moved' }])
  expect((await store.session(session.uuid))!.steps).toHaveLength(3)
  expect(await takeBack(session)).toBe(204)
  expect(await answer(session, WHERE)).toBe(204)
  const { token_hash, moved, steps } = (await store.session(session.uuid))!
  expect([moved!.from, moved!.after, steps.length]).toEqual([2, 3, 4])
  // The other browser is told as well, and then which step it has to answer again.
  expect(await answer(page.session, WHERE)).toBe(409)
  expect((await store.session(session.uuid))!.token_hash).toBe(token_hash)
  expect(await takeBack(page.session)).toBe(204)
  const early = await send(
    wrapped('POST /api/sessions/step', submission(page.session, WHERE), page.session.token),
  )
  expect([early.statusCode, early.json()]).toMatchObject([
    422,
    { step: { offer_key: 'claim', step_key: 'mail' } },
  ])
})

/** An email filter that opens the links. It makes GET and HEAD requests to all of them, submits the first form that it finds, and follows
 *  where that leads, with the cookies that it gets. */
async function scan({ send }: Pick<Awaited<ReturnType<typeof goOnStage>>, 'send'>, url: string) {
  let cookie = ''
  const from = {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0',
    'sec-fetch-site': 'same-origin',
  }
  const visit = async (options: object) => {
    const answer = await send({
      url,
      ...options,
      headers: { ...from, ...(cookie && { cookie }), ...(options as { headers?: object }).headers },
    })
    if (answer.headers['set-cookie']) cookie = cookieOf(answer)
    return answer
  }
  for (let pages = 0; pages < 3; pages++) {
    await visit({ method: 'HEAD' })
    const { body } = await visit({ method: 'GET' })
    const [, form = ''] = /<form[^>]*method="post"[^>]*>(.*?)<\/form>/s.exec(body) ?? []
    const given = [...form.matchAll(/<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)]
    const [, name, value] = /<button[^>]*name="([^"]+)"[^>]*value="([^"]*)"/.exec(form) ?? []
    const fields = new URLSearchParams(given.map(([, key, held]) => [key!, held!]))
    if (name !== undefined) fields.set(name, value!)
    const answer = await visit({
      method: 'POST',
      payload: fields.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    url = String(answer.headers['location'] ?? url)
  }
  return cookie
}

test('a mail filter that presses buttons takes nothing: the person and the first browser can continue', async () => {
  const stage = await goOnStage()
  const { visitor, asked, press, look, answer, takeBack, store } = stage
  const session = await visitor()
  const url = await asked(session)
  for (let n = 0; n < 3; n++) expect(await scan(stage, url)).toMatch(/^visitor_small=/)
  expect((await store.session(session.uuid))!.steps).toHaveLength(2)
  expect((await store.session(session.uuid))!.moved).toBeUndefined()
  const own = await press(url)
  expect(own.statusCode).toBe(303)
  const { page } = await look(cookieOf(own))
  expect(await answer(page.session, MAIL)).toBe(204)
  expect([await takeBack(session), await answer(session, WHERE)]).toEqual([204, 204])
})

test('opening the link doesn’t use it up; its page has one button and leaks the address to no other site', async () => {
  const { visitor, asked, press, send, store } = await goOnStage()
  const session = await visitor()
  const url = await asked(session)
  for (let n = 0; n < 3; n++) {
    const { statusCode, headers, body } = await send({ url, headers: { purpose: 'prefetch' } })
    expect([statusCode, headers['set-cookie'], headers['x-robots-tag']]).toEqual([200, undefined, 'noindex'])
    expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['strict-origin', 'no-store'])
    expect(body.match(/<button/g)).toHaveLength(1)
    expect(body).not.toMatch(/<script|<img src="http|<a href="http/)
  }
  expect((await store.session(session.uuid))!.clicks).toEqual([])
  expect((await press(url)).statusCode).toBe(303)
})

test('a forwarded link doesn’t show typed answers, which are asked again before the visit continues', async () => {
  const { visitor, asked, press, look, answer, store } = await goOnStage()
  const session = await visitor()
  const cookie = cookieOf(await press(await asked(session)))
  const { body, page } = await look(cookie)
  expect(body).not.toContain('ann@example.com')
  expect(page.journey.answers).toEqual({ 'claim/hurt': { hurt: 'yes' } })
  expect(page.journey.current).toEqual({ offer_key: 'claim', step_key: 'mail' })
  // A call of their own doesn't get there, either.
  expect(await answer(page.session, WHERE)).toBe(422)
  const bob = { ...MAIL, answers: [{ ...MAIL.answers[0], raw_data: 'bob@example.com' }] }
  expect(await answer(page.session, bob)).toBe(204)
  // Answers that they typed themselves are theirs, until the end.
  expect((await look(cookie)).page.journey).toMatchObject(AFTER_MAIL)
  expect(await answer(page.session, WHERE)).toBe(204)
  expect((await look(cookie)).body).not.toContain('bob@example.com')
  const { leads } = (await look(cookie)).page.outcome ?? { leads: [] }
  expect(leads).toEqual([])
  expect(await sessionsOf(store, { email: 'bob@example.com', phone: null })).toEqual([session.uuid])
})

test('a link expires after its hours', async () => {
  const { visitor, asked, press, clock } = await goOnStage()
  const url = await asked(await visitor())
  clock.ms += 72 * 3_600_000
  expect((await press(url)).statusCode).toBe(410)
})

test('a link works until it expires, even if the visit is older than a day', async () => {
  const { visitor, asked, press, look, clock } = await goOnStage()
  const session = await visitor()
  const url = await asked(session)
  clock.ms += 71 * 3_600_000
  const { page } = await look(cookieOf(await press(url)))
  expect(page.session.uuid).toBe(session.uuid)
})

test('guessed, damaged and expired links get the same response, which reveals no visit', async () => {
  const { visitor, asked, press, send, clock } = await goOnStage()
  const url = await asked(await visitor())
  clock.ms += 72 * 3_600_000
  const guessed = `/small?go_on=${'A'.repeat(43)}`
  const [old, unknown] = [await press(url), await press(guessed)]
  expect(unknown.statusCode).toBe(410)
  expect(unknown.body).toBe(old.body)
  expect(old.body).toContain('href="/small"')
  const asks = [await send({ url }), await send({ url: guessed })].map(({ body }) =>
    body.replace(/value="[\w-]{43}"/, ''),
  )
  expect(asks[0]).toBe(asks[1])
  const hostile = await send({ url: `/small?go_on=${encodeURIComponent('"><b>')}` })
  expect([hostile.statusCode, hostile.body.includes('<b>')]).toEqual([410, false])
})

test('the link of a deleted visit gets the same response as any invalid link', async () => {
  const { visitor, asked, press, store } = await goOnStage()
  const session = await visitor()
  const url = await asked(session)
  await store.forgetSession(session.uuid)
  const { statusCode, body } = await press(url)
  expect([statusCode, body.includes('or the answers were deleted. You can start over.')]).toEqual([410, true])
  expect(body).toBe((await press(`/small?go_on=${'A'.repeat(43)}`)).body)
})

test('another site’s form doesn’t use up a link', async () => {
  const { visitor, asked, press } = await goOnStage()
  const url = await asked(await visitor())
  expect((await press(url, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(410)
  expect((await press(url)).statusCode).toBe(303)
})

test('a new link replaces earlier ones, and using one ends all', async () => {
  const { visitor, ask, asked, mailed, press } = await goOnStage()
  const session = await visitor()
  const wrong = await asked(session)
  await ask(session, 'ann@yahoo.com')
  const right = await mailed(2)
  expect((await press(wrong)).statusCode).toBe(410)
  expect((await press(right)).statusCode).toBe(303)
})

test('continues in the visit’s version when another is live, and with Global Privacy Control', async () => {
  const { visitor, asked, press, look, store, clock } = await goOnStage()
  const session = await visitor()
  const url = await asked(session)
  const validators = compileValidators(SMALL_FLOW)
  await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators, icons: {}, at: clock.ms })
  const { page } = await look(cookieOf(await press(url)), { 'sec-gpc': '1' })
  expect([page.session.uuid, page.session.version]).toEqual([session.uuid, session.version])
  expect(page.may_track).toBe(false)
  expect(await store.optOuts(session.uuid, [])).toMatchObject([{ of: 'session', source: 'gpc' }])
})

test('shows the outcome of the lead when everything is answered, and doesn’t hand over the visit', async () => {
  const { visitor, asked, press, answer } = await goOnStage()
  const session = await visitor()
  const url = await asked(session)
  expect(await answer(session, WHERE)).toBe(204)
  const shown = await press(url)
  expect([shown.statusCode, shown.headers['set-cookie']]).toEqual([200, undefined])
  expect(shown.body).toContain('You’ve answered everything')
  expect(await answer(session, WHERE)).toBe(204)
})

test('a forgotten visitor’s link opens nothing; its address finds only their visit', async () => {
  const { visitor, ask, mailed, press, store } = await goOnStage()
  const session = await visitor()
  await ask(session, 'ann.with.link@gmail.com')
  const url = await mailed(1)
  expect(await sessionsOf(store, { email: 'link@gmail.com', phone: null })).toEqual([])
  expect(await sessionsOf(store, { email: 'Ann.with.link@gmail.com', phone: null })).toEqual([session.uuid])
  await store.forgetSession(session.uuid)
  expect(await sessionsOf(store, { email: 'ann.with.link@gmail.com', phone: null })).toEqual([])
  expect((await press(url)).statusCode).toBe(410)
})

test('refuses a link before the first answer, to an invalid address, or if the site doesn’t offer links', async () => {
  const { open, answer, ask, smtp } = await goOnStage()
  const session = await open()
  expect(refused(await ask(session))).toMatchObject({ code: 422 })
  await answer(session, HURT)
  for (const email of [
    'ann@gmail.com\r\nBcc: bob@gmail.com',
    'ann@gmail.com, bob@gmail.com',
    '<ann@gmail.com> bob@gmail.com',
    'ann@example.com',
  ])
    expect(refused(await ask(session, email))).toMatchObject({ code: 422, field: 'email' })
  expect(smtp.letters).toEqual([])
  const none = await goOnStage({ flow: SMALL_FLOW })
  const other = await none.open()
  await none.answer(other, HURT)
  expect(refused(await none.ask(other))).toMatchObject({ code: 404 })
})

test('offers and sends no link without a mail server', async () => {
  const { open, answer, ask } = await goOnStage({ env: {} })
  const session = await open()
  await answer(session, HURT)
  expect(refused(await ask(session))).toMatchObject({ code: 404 })
  const { send } = await running({ flow: GO_ON_FLOW })
  expect((await send({ url: '/healthz' })).statusCode).toBe(200)
})

test('limits emails: five links per visit, three a day to an address, each charged to its network', async () => {
  const { visitor, ask, asked, ctx, smtp, store } = await goOnStage()
  const session = await visitor()
  const spent: number[] = []
  const { budgets } = ctx
  ctx.budgets = { ...budgets, spend: (_ip, _purse, bytes) => void spent.push(bytes) }
  for (let n = 1; n <= 3; n++) await asked(session, n)
  await asked(await visitor(), 3)
  expect(spent.filter((bytes) => bytes > 32 * 1024)).toHaveLength(4)
  await ask(session, 'bob@gmail.com')
  await ask(session, 'cleo@gmail.com')
  expect(refused(await ask(session, 'dan@gmail.com'))).toMatchObject({ code: 422 })
  await expect.poll(() => smtp.letters.map(({ to }) => to.join())).toContain('cleo@gmail.com')
  expect(smtp.letters.filter(({ to }) => to.includes(ADDRESS))).toHaveLength(3)
  expect(await store.mails({ state: 'suppressed', limit: 9 })).not.toEqual([])
})

test('an address that opted out gets no link, and the response doesn’t reveal it', async () => {
  const { visitor, ask, store, smtp } = await goOnStage()
  await store.optOut({ session_uuid: null, phone: null, email: ADDRESS, source: 'unsubscribe', at: 1 })
  expect((await ask(await visitor())).statusCode).toBe(204)
  await expect.poll(() => store.mails({ state: 'suppressed', limit: 1 })).toHaveLength(1)
  expect(smtp.letters).toEqual([])
})

test('stores no link that opens a visit, in waiting or in sent emails', async () => {
  const { visitor, asked, store, dataDir } = await goOnStage()
  const url = await asked(await visitor())
  await store.ready()
  const { readFileSync, readdirSync } = await import('node:fs')
  const link = url.split('=')[1]!
  const files = readdirSync(dataDir).map((file) => readFileSync(`${dataDir}/${file}`, 'latin1'))
  expect(files.some((content) => content.includes('go_on_links'))).toBe(true)
  expect(files.some((content) => content.includes(link))).toBe(false)
})

test('a page says how long a link works, and doesn’t mention links without a mail server or if the site doesn’t offer them', async () => {
  const { send } = await goOnStage()
  expect((await send({ url: '/small' })).body).toContain('"link_hours":72')
  for (const flow of [GO_ON_FLOW, SMALL_FLOW]) {
    const env = flow === GO_ON_FLOW ? {} : { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@small.example' }
    const other = await running({ flow, folders: BUILT, env })
    expect((await other.send({ url: '/small' })).body).not.toContain('link_hours')
  }
})

test('the page of a moved visit has the parameters its steps depend on, but no click or affiliate', async () => {
  const { open, answer, asked, press, look } = await goOnStage()
  const query = {
    wc: '1',
    utm_source: 'news',
    utm_term: 'secret-term',
    affid: '86',
    sub1: 'secret-sub',
    _ef_transaction_id: 'secret-click',
  }
  const session = await open({ query })
  expect([await answer(session, HURT), await answer(session, MAIL)]).toEqual([204, 204])
  const { body, page } = await look(cookieOf(await press(await asked(session))))
  expect(page.origin.query).toEqual({ wc: '1', utm_source: 'news' })
  expect(page.clicked).toBeUndefined()
  expect(body).not.toMatch(/secret-/)
})

test('the page of a moved visit has no later click either', async () => {
  const { visitor, asked, press, look, send, store } = await goOnStage()
  const session = await visitor()
  const cookie = cookieOf(await press(await asked(session)))
  await send({ url: '/small?affid=139&sub1=secret-sub&_ef_transaction_id=secret-click', headers: { cookie } })
  expect((await store.session(session.uuid))!.clicks).toHaveLength(1)
  const { body, page } = await look(cookie)
  expect(page.session.uuid).toBe(session.uuid)
  expect(page.clicked).toBeUndefined()
  expect(body).not.toMatch(/secret-/)
})

test('every address in an email opens in its language if the site has several', async () => {
  const flow = structuredClone(GO_ON_FLOW)
  flow.ui_config.languages = { default: 'en', es: { Continue: 'Continuar' } }
  const { open, answer, ask, send, smtp } = await goOnStage({ flow })
  const session = await open({ language: 'es' })
  expect(await answer(session, { ...HURT, language: 'es' })).toBe(204)
  await ask(session)
  await expect.poll(() => smtp.letters.length).toBe(1)
  const { headers, body } = readLetter(smtp.letters[0]!.raw)
  const addresses = [...body.matchAll(/https:\/\/small\.example(\/[^\s]+?)\.?$/gm)].map(
    ([, address]) => address!,
  )
  expect(addresses).toHaveLength(3)
  for (const url of addresses) expect((await send({ url })).body).toContain('<html lang="es"')
  expect(headers).toMatch(/^List-Unsubscribe: .*\?lang=es>$/m)
})

test('the log warns about a site that offers links without a mail server', () => {
  const unset = { smtpUrl: null, postalAddress: null }
  expect(unsentMail('small', GO_ON_FLOW, unset)).toBe(
    "SMTP_URL isn't set, but the flow on /small emails links to continue later. Its pages don't offer them until you set it.",
  )
  expect(unsentMail('small', SMALL_FLOW, unset)).toBeNull()
})
