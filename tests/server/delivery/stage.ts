import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { openLocalBuyer, type Arrived, type Manner } from '../../../src/cli/kernel/localBuyer.ts'
import type { Fields } from '../../../src/flow/answers/fields.ts'
import { leadMailer } from '../../../src/server/delivery/mailLead.ts'
import { deliver } from '../../../src/server/startDelivery.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { layEmptyDatabase } from '../../store/emptyDatabase.ts'
import { publish, session, step, uuidOf } from '../../store/history.ts'

const PERSON = { phone: '(512) 555-2368', email: 'Ann@example.com' }

export const AT = Date.parse('2026-11-20T12:00:00-05:00')

/** A store with leads due for the buyer `acme` (one by default), and a local buyer whose behavior can be changed. */
export async function stage(
  buyer: Partial<Buyer> = {},
  pinged: string[] = [],
  leads = 1,
  payload: Fields = PERSON,
  price = '25.00',
  mailLead = leadMailer({ smtpUrl: null, mailFrom: null }).send,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-delivery-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const clock = { now: AT }
  const manners: Manner[] = []
  const posts: Arrived[] = []
  const local = await openLocalBuyer({
    port: 0,
    price,
    mannerOf: () => manners.shift() ?? 'accept',
    onPost: (post) => posts.push(post),
  })
  onTestFinished(() => local.close())
  const url = `${local.url}/${buyer.format ?? 'json'}`
  const ping = pinged.length > 0 && { ping: { url: `${url}/ping`, fields: pinged } }
  const acme: Buyer = { format: 'json', url, local: true, timeout_s: 20, ...ping, ...buyer }
  await layEmptyDatabase(dataDir)
  const store = await openStore({ dataDir, now: () => clock.now, hasThreads: false })
  onTestFinished(() => store.close())
  await publish(store, 'leadloom', AT)
  for (let i = 0; i < leads; i++) {
    await store.openSession(session({ uuid: uuidOf(i) }))
    await store.appendStep(uuidOf(i), step({ id: randomUUID(), at: AT }), {
      lead: { offer: 'mva', buyers: ['acme'], payload },
    })
  }
  const errors: unknown[] = []
  const start = () =>
    deliver({
      mailLead,
      store,
      buyers: new Map([['acme', acme]]),
      now: () => clock.now,
      random: () => 1,
      auctionMs: 500,
      maxSaleCents: 100_000,
      onError: (error) => errors.push(error),
      onAttempt: () => {},
    })
  const state = async () => (await store.deliveries({ state: null, limit: 10 }))[0]
  return { buyer: acme, store, uuid: uuidOf(0), clock, manners, posts, start, state, errors, payload }
}
