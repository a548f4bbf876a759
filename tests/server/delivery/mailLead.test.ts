import { expect, test } from 'vitest'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { leadMailer } from '../../../src/server/delivery/mailLead.ts'
import { mailServer } from '../mail/mailServer.ts'
import { stage } from './stage.ts'

/** Tests leads that go to their buyer by email. */

const BY_MAIL = { format: 'email', url: 'mailto:leads@buyer.example', price: '25', local: false } as const
const LEAD = {
  phone: '5125552368',
  email: 'ann@example.com',
  note: '=HYPERLINK("x")',
  hurt: ['neck', 'back'],
}

async function mailing(buyer: Partial<Buyer> = {}) {
  const server = await mailServer()
  const mailer = leadMailer({
    smtpUrl: `smtp://127.0.0.1:${server.port}`,
    mailFrom: 'Leads <leads@site.example>',
  })
  const all = await stage({ ...BY_MAIL, ...buyer }, [], 1, LEAD, '25.00', mailer.send)
  return { ...all, server, mailer }
}

test('a lead is mailed as text and as a CSV file, and is sold at the buyer’s price once the mail server takes it', async () => {
  const { server, mailer, start, state, store } = await mailing({ list_separator: ' | ' })
  const delivering = await start()
  await expect.poll(async () => (await state())?.state, { timeout: 5000 }).toBe('accepted')
  await delivering.stop()
  mailer.close()
  const [letter] = server.letters
  expect(letter!.to).toEqual(['leads@buyer.example'])
  const [head = ''] = letter!.raw.split('\r\n\r\n')
  expect(head).toMatch(/^Subject: New lead /m)
  expect(head).not.toMatch(/5125552368|ann@example/)
  expect(letter!.raw).toContain('phone: 5125552368')
  expect(letter!.raw).toContain('hurt: neck | back')
  const encoded = /text\/csv[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(letter!.raw)![1]!
  const csv = Buffer.from(encoded, 'base64').toString()
  expect(csv).toContain('phone,email,note,hurt\r\n5125552368,ann@example.com,')
  // A spreadsheet that opens it runs no formula.
  expect(csv).toContain("'=HYPERLINK")
  expect(csv).toContain(',"neck | back"')
  const sales = await store.ledger({ path: null, from: 0, to: Number.MAX_SAFE_INTEGER })
  expect(sales.map(({ source, net_cents }) => [source, net_cents])).toEqual([['acme', 2500]])
})

test('a lead is mailed again if the mail server is busy, and the reason names no one', async () => {
  const { server, start, state, clock, mailer } = await mailing()
  server.answers.push(451)
  const delivering = await start()
  await expect
    .poll(async () => (await state())?.last, { timeout: 5000 })
    .toBe('The mail server answered 451.')
  expect(await state()).toMatchObject({ state: 'due' })
  clock.now = (await state())!.due_at!
  delivering.wake()
  await expect.poll(async () => (await state())?.state, { timeout: 5000 }).toBe('accepted')
  await delivering.stop()
  mailer.close()
  expect(server.letters).toHaveLength(1)
})

test('a lead that the mail server refuses ends, without the person in its reason', async () => {
  const { server, start, state, mailer } = await mailing()
  server.answers.push(550)
  const delivering = await start()
  await expect.poll(async () => (await state())?.state, { timeout: 5000 }).toBe('dead')
  expect(await state()).toMatchObject({ last: 'The mail server answered 550.', in_doubt: false })
  await delivering.stop()
  mailer.close()
})

test('without a mail server a lead waits', async () => {
  const { start, state } = await stage(BY_MAIL, [], 1, LEAD)
  const delivering = await start()
  await expect
    .poll(async () => (await state())?.last, { timeout: 5000 })
    .toMatch(/can’t send email|can't send email/)
  expect(await state()).toMatchObject({ state: 'due' })
  await delivering.stop()
})
