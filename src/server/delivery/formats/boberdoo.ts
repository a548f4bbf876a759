import { ATTEMPTS } from '../../kernel/attemptWords.ts'
import { accepted, asForm, cut, firstText, mapped, supplierOf, type Format } from './format.ts'

/** boberdoo: pingPostLead at /new_api/api.php. The answer may be inside `response`, and may be XML although JSON was requested. Source:
 *  boberdoo.com, lead-posting-responses and ping-post-options. */
export const boberdoo: Format = {
  ...asForm,
  members: (leadPost, buyer) => ({
    ...mapped(leadPost, buyer),
    Key: buyer.campaign_key ?? '',
    API_Action: 'pingPostLead',
    Mode: leadPost.isPing ? 'ping' : leadPost.pingId === undefined ? 'full' : 'post',
    TYPE: buyer.campaign_id ?? '',
    ...supplierOf(leadPost, buyer, ({ id }) => ({ SRC: id })),
    ...(leadPost.pingId !== undefined && { Lead_ID: leadPost.pingId }),
    Format: 'JSON',
    ...(buyer.test && { Test_Lead: '1' }),
  }),
  parse: (text) => (/^\s*<(\?xml|response)\b/.test(text) ? membersOfXml(text) : null),
  read: (answer) => {
    const { status, lead_id, price, total_price, error, process_information } = within(answer)
    const about = within(process_information)
    const words = firstText(error, about['unmatched_reason'], status)
    const said = String(status)
    // It has the lead and decides later; sending it again would waste it as a duplicate.
    if (/\bapproval\b/i.test(`${said} ${words}`))
      return { kind: 'error', reason: cut(ATTEMPTS.onHold(words)), isUnsure: true }
    if (said === 'Matched')
      return accepted({
        id: lead_id,
        price: price ?? total_price ?? about['best_bid'],
        redirect_url: undefined,
      })
    if (/\bduplicate\b/i.test(words)) return { kind: 'duplicate', reason: words }
    if (said === 'Unmatched') return { kind: 'rejected', reason: words }
    if (said === 'Error') return { kind: 'error', reason: words }
    return said === 'Success' ? { kind: 'error', reason: ATTEMPTS.hidesMatch, isUnsure: true } : null
  },
  bidId: (answer) => within(answer)['lead_id'],
  needsCampaign: true,
  needsSuppliers: true,
  needsKey: true,
  hasPing: true,
  hasTest: true,
  local: {
    accept: ({ id, price }) => ({ response: { status: 'Matched', lead_id: id, price } }),
    reject: () => ({ response: { status: 'Unmatched', error: 'Outside the area we serve' } }),
    duplicate: () => ({ response: { status: 'Error', error: 'Duplicate lead' } }),
  },
}

/** Members of `response`, if present, else of the answer itself. */
function within(answer: unknown): Record<string, unknown> {
  const object = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  const { response } = object
  return typeof response === 'object' && response !== null ? (response as Record<string, unknown>) : object
}

/** Innermost elements of a short XML document, by name. */
function membersOfXml(text: string): Record<string, unknown> {
  const plain = text.replace(/<!\[CDATA\[([^\]]*)\]\]>/g, '$1')
  return Object.fromEntries(
    [...plain.matchAll(/<(\w+)>([^<>]*)<\/\1>/g)].map(([, name, value]) => [name, value!.trim()]),
  )
}
