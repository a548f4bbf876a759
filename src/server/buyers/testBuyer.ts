import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { TestedBuyer, TestExchange } from '../../../schemas/desk/buyers.ts'
import { BUYER_REFUSALS } from './buyerRefusals.ts'
import { FORMATS, outcomeOf, requestOf } from '../delivery/formats.ts'
import type { LeadPost } from '../delivery/formats/format.ts'
import type { MailLead } from '../delivery/mailLead.ts'
import { post } from '../kernel/outbound.ts'
import { bidOf, pingOf } from '../delivery/ping.ts'
import type { Bid, Outcome } from '../delivery/formats/format.ts'
import { refusal } from '../kernel/problem.ts'
import { withoutSecrets } from './buyerSecrets.ts'
import { hiding } from './hideSecrets.ts'

/** Sends a made-up lead, marked as a test, the way real leads go, with a ping first if the buyer wants one. Nothing is stored or
 *  counted. `onCall` gets the addresses just before they are called. Rejects with 422 if the buyer could mistake the lead for a real
 *  one. */
export async function testBuyer(
  known: Buyer,
  key: string,
  { onCall, mailLead }: { onCall: (urls: readonly string[]) => Promise<void>; mailLead: MailLead },
): Promise<TestedBuyer> {
  const buyer: Buyer = {
    ...known,
    url: (known.format === 'email' ? undefined : known.test_url) ?? known.url,
    test: true,
  }
  const lead: LeadPost = { lead: madeUp(known), affId: 'test', key }
  const isSafe = known.local || isMarked(lead, buyer)
  if (!isSafe && known.test_url === undefined)
    throw refusal(422, BUYER_REFUSALS.unmarkedTest(known.format), {
      field: 'document',
      errors: [{ field: 'test_url', message: BUYER_REFUSALS.testUrl }],
    })
  const ping = isSafe ? buyer.ping : undefined
  await onCall(ping ? [ping.url, buyer.url] : [buyer.url])
  if (buyer.format === 'email') return { exchanges: [await mailedTest(lead, buyer, mailLead)] }
  const posted = (whole: LeadPost) =>
    exchange(requestOf(whole, buyer), known, (answered) => outcomeOf(buyer, answered))
  if (!ping) return { exchanges: [(await posted(lead)).shown] }
  const asked = await exchange(pingOf(lead, buyer, ping), known, (answered) => bidOf(buyer, answered))
  if (asked.meaning?.kind !== 'bid') return { exchanges: [asked.shown] }
  const { pingId, bidId } = asked.meaning
  const { shown } = await posted({
    ...lead,
    ...(pingId !== undefined && { pingId }),
    ...(bidId !== undefined && { bidId }),
  })
  return { exchanges: [asked.shown, shown] }
}

/** A test lead by email. */
async function mailedTest(lead: LeadPost, buyer: Buyer, mailLead: MailLead): Promise<TestExchange> {
  const { url, body } = requestOf(lead, buyer)
  const outcome = await mailLead(lead, buyer)
  const reason = 'reason' in outcome ? outcome.reason : null
  return { url, headers: {}, body, status: null, answer: '', understood: outcome.kind, reason, cents: null }
}

/** True if the post tells the buyer that it is a test. */
function isMarked(lead: LeadPost, buyer: Buyer): boolean {
  const { members } = FORMATS[buyer.format]
  const [marked, real] = [members(lead, buyer), members(lead, { ...buyer, test: false })]
  return JSON.stringify(marked) !== JSON.stringify(real)
}

async function exchange<T extends Bid | Outcome>(
  request: ReturnType<typeof requestOf>,
  buyer: Buyer,
  read: (answered: { status: number; text: string }) => T,
): Promise<{ meaning: T | null; shown: TestExchange }> {
  const hide = hiding(Object.values(withoutSecrets(buyer).secrets))
  const timeoutMs = Math.min(buyer.timeout_s ?? LONGEST_S, LONGEST_S) * 1000
  const sent = { ...request, timeoutMs, local: buyer.local ?? false }
  const answered = await post(sent, AbortSignal.timeout(timeoutMs))
  const request_ = {
    url: hide(request.url),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, hide(value)])),
    body: hide(request.body),
  }
  if ('failed' in answered) {
    const failed = { understood: 'failed', reason: answered.failed, cents: null } as const
    return { meaning: null, shown: { ...request_, status: null, answer: '', ...failed } }
  }
  const meaning = read(answered)
  const shown = {
    ...request_,
    status: answered.status,
    answer: hide(answered.text).slice(0, ANSWER_LENGTH),
    understood: meaning.kind,
    reason: 'reason' in meaning ? hide(meaning.reason) : null,
    cents: 'cents' in meaning ? meaning.cents : null,
  }
  return { meaning, shown }
}

/** Longest wait for a person at a screen; a real lead may wait longer. */
const LONGEST_S = 30
const ANSWER_LENGTH = 2000

/** A fictional lead whose number and addresses are reserved for examples (47 CFR 52.15, RFC 2606, RFC 5737). Other fields that the buyer
 *  asks for get "test". */
function madeUp({ fields = {} }: Buyer): Record<string, string> {
  return { ...Object.fromEntries(Object.values(fields).map((ours) => [ours, 'test'])), ...MADE_UP }
}

const MADE_UP = {
  first_name: 'Test',
  last_name: 'Test',
  email: 'test@example.com',
  phone: '2125550100',
  zip: '10001',
  city: 'New York',
  state: 'NY',
  ip_address: '192.0.2.1',
}
