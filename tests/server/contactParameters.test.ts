import { afterAll, expect, onTestFinished, test } from 'vitest'
import { withoutContacts } from '../../src/server/visitors/contactParameters.ts'
import { BUILT } from './built.ts'
import { running } from './running.ts'

const HASHED = /^hashed_[\w-]{16}$/

async function stage(until: typeof onTestFinished = onTestFinished) {
  const server = await running({ folders: BUILT, until })
  const lines: object[] = []
  const log = { warn: (line: object) => void lines.push(line) }
  return {
    ...server,
    lines,
    clean: (query: Record<string, string>) => withoutContacts(server.ctx, query, log as never),
  }
}
const { clean } = await stage(afterAll as typeof onTestFinished)

test.each([
  ['sub1', 'ann@example.com'],
  ['sub1', 'id-7|ann@example.com|x'],
  ['sub2', 'ann%40example.com'],
  ['utm_term', 'Ann.Lee+news@mail.example.co.uk'],
  ['gclid', 'ann@example.com'],
  ['sub1', '2125550123'],
  ['sub3', '12125550123'],
  ['affid', '+1 (212) 555-0123'],
  ['aff_sub', 'tel:+12125550123'],
  ['aff_sub5', '%2B12125550123'],
  ['sub_id2', '212.555.0123'],
  ['s1', '212-555-0123'],
  ['utm_content', '212-555-0123'],
  ['campaign', '+1 212 555 0123'],
  ['sub1', '+44 20 7946 0958'],
])('%s=%s is stored as a hash', (name, value) => {
  expect(clean({ [name]: value, path: 'x' })).toEqual({ [name]: expect.stringMatching(HASHED), path: 'x' })
})

test.each([
  ['affid', '86'],
  ['sub1', 'spring-sale'],
  ['sub1', '1764259200'],
  ['sub2', '0123456789'],
  ['sub3', '0b9f1c9e-57a1-4c55-8a3e-2f6f0f1d2c3b'],
  ['sub1', 'click2125550123abcdef'],
  ['sub1', '20260101'],
  ['utm_campaign', '20412345678'],
  ['campaignid', '2125550123'],
  ['gclid', 'Cj0KCQiA2125550123'],
  ['sub1', '@handle'],
  ['sub1', '%E0%A4%A'],
])('%s=%s identifies no one and is stored as it is', (name, value) => {
  expect(clean({ [name]: value })).toEqual({ [name]: value })
})

test('a number or an address has one hash in any format, and another one on another server', async () => {
  const { sub1, sub2, sub3, sub4, sub5 } = clean({
    sub1: '2125550123',
    sub2: '+1 (212) 555-0123',
    sub3: 'ANN@example.com',
    sub4: 'ann@example.com',
    sub5: 'bob@example.com',
  })
  expect([sub1 === sub2, sub3 === sub4, sub4 === sub5, sub1 === sub3]).toEqual([true, true, false, false])
  expect((await stage()).clean({ sub1: '2125550123' }).sub1).not.toBe(sub1)
})

test('a visitor whose link names a person gets the page, and stored and counted data doesn’t identify them', async () => {
  const { open, send, store, ctx } = await stage()
  const query = { affid: '2125550123', sub1: 'ann@example.com', sub2: 'spring' }
  const { uuid } = await open({ query })
  const { statusCode, body } = await send({
    url: '/small?affid=2125550123&sub1=ann%40example.com&sub2=spring',
  })
  expect(statusCode).toBe(200)
  expect(body).toMatch(/hashed_/)
  expect(body).not.toContain('ann@example.com')
  const kept = (await store.session(uuid))!
  expect([kept.aff_id, kept.sub1, kept.sub2]).toEqual([
    expect.stringMatching(HASHED),
    expect.stringMatching(HASHED),
    'spring',
  ])
  expect(kept.origin.query).toEqual({ affid: kept.aff_id, sub1: kept.sub1, sub2: 'spring' })
  expect((await ctx.metrics.contactParameters.get()).values).toMatchObject([{ value: 4 }])
})

test('the same link again isn’t another click', async () => {
  const { open, send, store } = await stage()
  const { uuid, token } = await open({ query: { sub1: 'ann@example.com' } })
  await send({ url: '/small?sub1=ann@example.com', headers: { cookie: `visitor_small=${token}` } })
  expect((await store.session(uuid))!.clicks).toEqual([])
})

test('the log names a parameter once, without its value', async () => {
  const { clean: cleaned, lines } = await stage()
  for (let n = 0; n < 3; n++) cleaned({ sub_new: `ann${n}@example.com` })
  expect(lines).toEqual([{ parameter: 'sub_new' }])
})
