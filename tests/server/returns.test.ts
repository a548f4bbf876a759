import { afterAll, describe, expect, test } from 'vitest'
import type { Buyer } from '../../schemas/buyer/buyer.ts'
import { refused, running, submission, wrapped } from './running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from './smallFlow.ts'

const plain: Buyer = { format: 'json', url: 'https://buyer.example/leads' }
const buyers = new Map<string, Buyer>([
  ['acme', { ...plain, return_key: 'secret-of-acme', duplicate_window_days: 0 }],
  ['bolt', { ...plain, return_key: 'secret-of-bolt' }],
  ['mute', plain],
])
const { send, open, store } = await running({ flow: SELLING_FLOW, buyers, until: afterAll })

const get = (query: object) =>
  send({ url: `/webhook/returns?${new URLSearchParams(query as Record<string, string>)}` })
const post = (payload: object) => send({ method: 'POST', url: '/webhook/returns', payload })

let leads = 0
/** A lead on its way to acme: its ID, the key it was posted under, and a way for acme to buy it. */
async function lead() {
  const session = await open()
  const email = `visitor${++leads}@mail.example`
  for (const step of [HURT, WHERE, { ...MAIL, answers: [{ ...MAIL.answers[0]!, raw_data: email }] }])
    await send(wrapped('POST /api/sessions/step', submission(session, step), session.token))
  const { delivery, key } = (await store.deliveries({ state: 'due', limit: 1 }))[0]!
  const id = `A-${leads}`
  const buy = async () => {
    await store.beginAttempt(delivery, Date.now(), { duplicateWindowMs: 0 })
    const sale = { external_id: id, cents: 2500 }
    const end = { state: 'accepted', message: 'Yes.', at: Date.now(), due_at: null, sale } as const
    await store.endAttempt(delivery, 1, end)
  }
  return { id, key, buy }
}

/** Sales, returns and net cents of acme in the ledger. */
async function books() {
  const [line] = await store.ledger({ path: null, from: 0, to: Date.now() })
  return line ? [line.sales, line.returns, line.net_cents] : [0, 0, 0]
}

describe.each([
  ['by GET', get],
  ['by POST', post],
])('%s', (_, send) => {
  test.each(['id', 'lead'])('a buyer returns a lead, named by %s, once', async (by) => {
    const { id, key: ours, buy } = await lead()
    await buy()
    const [sales, returns, net] = await books()
    const claim = { key: 'secret-of-acme', ...(by === 'id' ? { id } : { lead: ours }) }
    expect((await send(claim)).statusCode).toBe(204)
    expect((await send({ ...claim, amount: '25.00' })).statusCode).toBe(204)
    expect(await books()).toEqual([sales, returns! + 1, net! - 2500])
  })

  test('a return that arrives before its sale waits for it', async () => {
    const { id, buy } = await lead()
    expect((await send({ key: 'secret-of-acme', id })).statusCode).toBe(204)
    const [sales, returns, net] = await books()
    await buy()
    expect(await books()).toEqual([sales! + 1, returns! + 1, net])
  })

  test('a return of more than is left, or of one lead under another’s ID, is a conflict and kept', async () => {
    const [one, other] = [await lead(), await lead()]
    await other.buy()
    const before = await books()
    const claim = { key: 'secret-of-acme', id: other.id }
    expect(refused(await send({ ...claim, amount: '25.01' }))).toMatchObject({ code: 409, field: 'id' })
    expect(refused(await send({ ...claim, lead: one.key }))).toMatchObject({ code: 409, field: 'id' })
    expect(await books()).toEqual(before)
    const kept = (await store.unbooked(99)).filter(({ external_id }) => external_id === other.id)
    expect(kept.map(({ state, cents }) => [state, cents])).toEqual([
      ['conflict', null],
      ['conflict', 2501],
    ])
    await one.buy()
  })

  test('a part is returned once for each amount or return_id, never more than is left', async () => {
    const { id, buy } = await lead()
    await buy()
    const [, returns, net] = await books()
    const claim = { key: 'secret-of-acme', id }
    const back = async (words: object) => (await send({ ...claim, ...words })).statusCode
    for (const words of [
      { amount: '10.00' },
      { amount: '10.00' },
      { amount: '5', return_id: 'R-1' },
      { amount: '5', return_id: 'R-1' },
      { amount: '5', return_id: 'R-2' },
    ])
      expect(await back(words)).toBe(204)
    expect((await books()).slice(1)).toEqual([returns, net! - 2000])
    expect(await back({ amount: '5.01' })).toBe(409)
    expect(refused(await send({ ...claim, amount: '6', return_id: 'R-2' }))).toMatchObject({ code: 409 })
    expect(await back({})).toBe(204)
    expect((await books()).slice(1)).toEqual([returns! + 1, net! - 2500])
  })

  test.each([
    ['an unknown key', { key: 'guess', id: '1' }, 401, 'key'],
    ['the key of nobody', { key: 'undefined', id: '1' }, 401, 'key'],
    ['no lead', { key: 'secret-of-acme' }, 400, 'id'],
    ['a lead that was never posted', { key: 'secret-of-acme', lead: 'guess' }, 404, 'lead'],
    ['an amount that is none', { key: 'secret-of-acme', id: '1', amount: '1,5' }, 400, 'amount'],
    ['no key', { id: '1' }, 400, 'key'],
  ])('%s is refused', async (_what, claim, code, field) => {
    expect(refused(await send(claim))).toMatchObject({ code, field })
  })

  test('a buyer can’t return what another bought', async () => {
    const { key: ours, buy } = await lead()
    await buy()
    expect(refused(await send({ key: 'secret-of-bolt', lead: ours }))).toMatchObject({ code: 404 })
  })
})
