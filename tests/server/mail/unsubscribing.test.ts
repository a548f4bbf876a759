import { expect, test } from 'vitest'
import { goOnStage } from './goOnStage.ts'
import { readLetter } from './mailServer.ts'

/** A visitor who got an email, and the link in it. */
async function mailedStage() {
  const server = await goOnStage()
  const session = await server.visitor()
  await server.asked(session)
  const { headers, body } = readLetter(server.smtp.letters[0]!.raw)
  const [, url = ''] = /^List-Unsubscribe: .*<https:\/\/small\.example(\/legal\/small\/[^>]+)>$/m.exec(
    headers,
  )!
  expect(body).toContain(`https://small.example${url}`)
  return { ...server, session, url }
}

const ONE_CLICK = {
  method: 'POST',
  payload: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
} as const

test('a one-click unsubscribe by post, without a cookie, ends all email to the address; opening the page doesn’t', async () => {
  const { url, send, ask, session, store } = await mailedStage()
  expect((await send({ url })).body).toContain('Unsubscribe')
  expect(await store.optOuts(session.uuid, ['ann@gmail.com'])).toEqual([])
  const answer = await send({ url, ...ONE_CLICK })
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
  expect(answer.body).toContain('You’re unsubscribed')
  expect((await ask(session)).statusCode).toBe(204)
  await expect.poll(() => store.mails({ state: 'suppressed', limit: 1 })).toHaveLength(1)
  expect((await send({ url, ...ONE_CLICK })).statusCode).toBe(200)
})

const FORM = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const

test('pressing the page’s only button doesn’t opt out; checking the box does', async () => {
  const { url, send, session, store } = await mailedStage()
  const opted = () => store.optOuts(session.uuid, ['ann@gmail.com'])
  await send({ url, method: 'HEAD' })
  for (const payload of ['', 'stop=', 'List-Unsubscribe=', 'x=List-Unsubscribe=One-Click']) {
    const { statusCode, body } = await send({ url, ...FORM, payload })
    expect([
      statusCode,
      body.match(/<input type="checkbox" name="stop" value="yes" required>/g)?.length,
    ]).toEqual([200, 1])
  }
  expect(await opted()).toEqual([])
  expect((await send({ url, ...FORM, payload: 'stop=yes' })).body).toContain('You’re unsubscribed')
  expect(await opted()).toHaveLength(1)
})

test('a mail program can post its one click as multipart form data', async () => {
  const { url, send, session, store } = await mailedStage()
  const payload =
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  expect((await send({ url, method: 'POST', payload, headers })).statusCode).toBe(200)
  expect(await store.optOuts(session.uuid, ['ann@gmail.com'])).toHaveLength(1)
  expect((await send({ url, method: 'POST', payload: 'none', headers })).statusCode).toBeLessThan(500)
})

test('a forged opt-out address doesn’t opt anyone out', async () => {
  const { url, send, session, store } = await mailedStage()
  for (const wrong of [url.slice(0, -1), `${url}A`, url.replace(/.$/, '~'), '/legal/small/no-more-email/A'])
    expect((await send({ url: wrong, ...ONE_CLICK })).statusCode).toBe(404)
  expect(await store.optOuts(session.uuid, ['ann@gmail.com'])).toEqual([])
})
