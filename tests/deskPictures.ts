import type { Browser, Page } from 'playwright-core'
import type { NewPixelEvent } from '../src/store/nouns/pixels/pixelTypes.ts'
import type { AttemptEnd } from '../src/store/nouns/leads/leadTypes.ts'
import type { Buyer } from '../schemas/buyer/buyer.ts'
import type { Store } from '../src/store/store.ts'
import { HURT } from './server/smallFlow.ts'
import { login, serveStats } from './journeys/operator.ts'
import { session, step, uuidOf } from './store/history.ts'

/** Takes pictures of an operator's day: each screen of the desk on a server with a week of leads, in every state that money can be in. */

const DAYS = 8
const LEADS_A_DAY = 24
const HOUR_MS = 3_600_000

const BUYERS = new Map<string, Buyer>([
  [
    'harbor_legal',
    {
      format: 'json',
      url: 'https://harbor.example/leads',
      price: '42.00',
      states: ['TX', 'OK', 'LA', 'NM'],
      caps: [{ per: 'day', leads: 50 }],
    },
  ],
  [
    'northgate',
    {
      format: 'form',
      url: 'https://northgate.example/post',
      price: '31.50',
      caps: [{ per: 'day', leads: 20 }],
    },
  ],
  ['quill_law', { format: 'json', url: 'https://quill.example/leads', price: '58.00' }],
])
const PEOPLE = ['Maria Castillo', 'Devon Price', 'Ana Lopez', 'Theo Grant', 'Ruth Okafor', 'Sam Whitfield']
const STATES = ['TX', 'OK', 'LA', 'CA', 'FL']
const AFFILIATES = ['86', '112', '207']

/** Screens by the end of their address. */
const SCREENS: Record<string, string> = {
  today: 'today',
  settle: 'settle',
  leads: 'leads',
  lead: `leads/${uuidOf(3)}`,
  deliveries: 'deliveries',
  'deliveries-emails': 'deliveries/emails',
  'deliveries-advertising': 'deliveries/advertising',
  'deliveries-copies': 'deliveries/copies',
  returns: 'returns',
  buyers: 'buyers',
  buyer: 'buyers/of/harbor_legal',
  'buyer-new': 'buyers/new',
  scorecard: 'buyers/of/harbor_legal/scorecard',
  affiliates: 'affiliates',
  'affiliates-payouts': 'affiliates/payouts',
  'affiliates-statements': 'affiliates/statements',
  'affiliates-postbacks': 'affiliates/postbacks',
  webhooks: 'webhooks',
  privacy: 'privacy',
  people: 'people',
  hosts: 'hosts',
  account: 'account',
}

interface Screen {
  folder: string
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}

export async function takeDeskPictures(
  browser: Browser,
  screens: readonly Screen[],
  keep: (page: Page, file: string) => Promise<void>,
): Promise<void> {
  const site = await serveStats(fillWeek, {}, BUYERS)
  const { folder: _, ...first } = screens[0]!
  const page = await browser.newPage({ ...first, reducedMotion: 'reduce' })
  await page.goto(`${site.url}/desk`)
  await login(page)
  await page.getByRole('button', { name: 'Log out' }).waitFor()
  for (const [name, address] of Object.entries(SCREENS)) {
    await page.goto(`${site.url}/desk/${address}`)
    await page.waitForLoadState('networkidle')
    for (const { folder, viewport, colorScheme } of screens) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(150)
      await keep(page, `${folder}/desk/${name}`)
    }
  }
  await page.close()
  await site.end()
}

/** Leads of the last days, each to one buyer, with its answer. */
async function fillWeek(store: Store): Promise<void> {
  const now = Date.now()
  const names = [...BUYERS.keys()]
  const count = DAYS * LEADS_A_DAY
  for (let n = 0; n < count; n++) {
    const at = now - ((count - n) / LEADS_A_DAY) * 24 * HOUR_MS - HOUR_MS / 4
    const [first_name = '', last_name = ''] = PEOPLE[n % PEOPLE.length]!.split(' ')
    const buyer = names[n % names.length]!
    await store.openSession(session({ uuid: uuidOf(n), at, aff_id: AFFILIATES[n % AFFILIATES.length]! }))
    const email = `${first_name.toLowerCase()}.${n}@example.com`
    const phone = `+1212555${String(1000 + n).slice(-4)}`
    const payload = { first_name, last_name, email, phone, state: STATES[n % STATES.length]! }
    const contacts = [
      { kind: 'email' as const, text: email },
      { kind: 'phone' as const, text: phone },
    ]
    const lead = { offer: 'claim', buyers: [buyer], payload, contacts }
    await store.appendStep(uuidOf(n), step({ ...HURT, id: uuidOf(n), at }), {
      lead,
      confirmedTo: email,
      ...(n % 3 === 0 && { mails: [{ offer: 'claim', step: 'thanks', recipient: email, ...LETTER }] }),
      ...(n % 4 === 1 && { pixelEvents: [event(n)] }),
    })
    if (n % 5 === 2) await store.askForLink(uuidOf(n), { id: `link-${n}`, recipient: email, ...LETTER }, at)
    const [delivery = 0] = (await store.dueDeliveries(buyer, at, 999)).slice(-1)
    const end = answer(n, buyer)
    if (!end) continue
    await store.beginAttempt(delivery, at)
    await store.endAttempt(delivery, 1, { ...end, answerMs: 180 + ((n * 37) % 900), at, due_at: null })
    if (n % 31 === 0 && end.sale)
      await store.returnSale({
        source: buyer,
        external_id: end.sale.external_id,
        key: null,
        cents: end.sale.cents,
        at: at + HOUR_MS,
      })
  }
  await sendAll(store, now)
  for (const n of [1, 2])
    await store.returnSale({
      source: 'northgate',
      external_id: `NG-90${n}`,
      key: null,
      cents: 3150,
      at: now - n * HOUR_MS,
    })
}

const LETTER = { subject: 'Your list', body: 'Here it is.' }

const ACCOUNTS = [
  { vendor: 'meta', account: '210987654321098' },
  { vendor: 'tiktok', account: 'C4QK7R2DP' },
] as const

function event(n: number): NewPixelEvent {
  const { vendor, account } = ACCOUNTS[n % 8 === 1 ? 0 : 1]
  return { vendor, account, name: 'Lead', kind: 'lead', offer: 'claim', step: '' }
}

/** Sends emails and events, nearly all of them well. */
async function sendAll(store: Store, now: number): Promise<void> {
  for (const mail of await store.dueMails(now, 999)) {
    const begun = await store.beginMail(mail, now)
    if (!begun || mail % 29 === 0) continue
    const { recipient } = begun
    const ended = { at: now, due_at: null, recipient }
    if (mail % 7 === 3) await store.endMail(mail, 1, { ...ended, state: 'refused', message: REFUSED_MAIL })
    else if (mail % 19 === 5)
      await store.endMail(mail, 1, {
        ...ended,
        state: 'due',
        message: 'The mail server answered 451.',
        due_at: now + HOUR_MS,
      })
    else if (mail % 23 === 8)
      await store.endMail(mail, 1, { ...ended, state: 'dead', message: 'No mail server answered.' })
    else await store.endMail(mail, 1, { ...ended, state: 'sent', message: 'The mail server took it.' })
  }
  const events = await Promise.all(ACCOUNTS.map((account) => store.duePixelEvents(account, now, 999)))
  for (const entry of events.flat()) {
    await store.beginPixelEvent(entry, now)
    const ended = { due_at: null }
    if (entry % 9 === 2)
      await store.endPixelEvent(entry, 1, { ...ended, state: 'refused', message: REFUSED_EVENT })
    else await store.endPixelEvent(entry, 1, { ...ended, state: 'sent', message: 'The vendor took it.' })
  }
}

const REFUSED_MAIL =
  'The mail server refused it: 550 5.1.1 The email account that you tried to reach does not exist.'
const REFUSED_EVENT =
  'The vendor answered 400: {"error":{"message":"Invalid parameter","type":"OAuthException","code":100,"fbtrace_id":"AbCdEf123"}}'

type Answer = Omit<AttemptEnd, 'at' | 'due_at'>

function answer(n: number, buyer: string): Answer | null {
  const cents = Number(BUYERS.get(buyer)!.price) * 100
  if (n % 17 === 5)
    return { state: 'dead', message: 'No answer within 30 s.', isUnsure: true, expectedCents: cents }
  if (n % 11 === 4) return { state: 'rejected', message: 'State not covered.' }
  if (n % 13 === 7) return { state: 'duplicate', message: 'Already known.' }
  if (n % 23 === 9) return null
  return { state: 'accepted', message: 'Accepted.', sale: { external_id: `S-${1000 + n}`, cents } }
}
