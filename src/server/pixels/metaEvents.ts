import type { MetaAccess } from '../../../schemas/outgoing/pixelAccess.ts'
import { asForm, cut } from '../delivery/formats/format.ts'
import { objectOf } from '../delivery/formats.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import { byStatus, dialled, present, sha256, type PixelFormat, type VendorEvent } from './pixelFormat.ts'

/** Meta's Conversions API. Each post has one event, because one wrong event would make Meta refuse the whole post. Source:
 *  developers.facebook.com/documentation/ads-commerce/conversions-api. */
export const metaEvents: PixelFormat<MetaAccess> = {
  cookies: () => [FBP, FBC],
  maxAgeDays: ({ max_age_days = 7 }) => max_age_days,
  post: (event, account, { url = 'https://graph.facebook.com/v25.0', access_token, test_event_code }) => ({
    url: `${url}/${account}/events`,
    headers: { 'content-type': asForm.contentType },
    // In the body, because addresses end up in logs.
    body: asForm.encode({
      data: JSON.stringify([eventOf(event)]),
      access_token,
      ...(test_event_code && { test_event_code }),
    }),
  }),
  read: ({ status, text }) => {
    const answer = objectOf(text)
    if (status < 300 && Number(answer?.['events_received']) > 0) return { kind: 'sent' }
    const error = answer?.['error'] as Failure | undefined
    if (typeof error !== 'object' || error === null)
      return status < 300
        ? { kind: 'retry', reason: ATTEMPTS.vendorAnswered(status, cut(text)) }
        : byStatus({ status, text })
    const { code = 0, error_subcode, message = '', is_transient } = error
    const named = [code, error_subcode].filter((number) => number !== undefined).join('/')
    if (code === TOKEN_ENDED) return { kind: 'retry', reason: ATTEMPTS.vendorLogin(named) }
    const kind = is_transient === true || status >= 500 || WAIT.has(code) ? 'retry' : 'refused'
    return { kind, reason: ATTEMPTS.vendorSays(named, cut(message)) }
  },
}

interface Failure {
  code?: number
  error_subcode?: number
  message?: string
  is_transient?: boolean
}

const TOKEN_ENDED = 190
/** Errors of the API or its limits, not of the event. Source: Graph API, "Handling errors". */
const WAIT: ReadonlySet<number> = new Set([1, 2, 4, 17, 341])

const FBP = '_fbp'
const FBC = '_fbc'

function eventOf(event: VendorEvent) {
  const { id, name, at, cents, pageUrl } = event
  return {
    event_name: name,
    event_time: Math.floor(at / 1000),
    event_id: id,
    action_source: 'website',
    event_source_url: pageUrl,
    user_data: userData(event),
    ...(cents !== null && { custom_data: { currency: 'USD', value: cents / 100 } }),
  }
}

function userData({ email, phone, ip, userAgent, visit, ids, clicked }: VendorEvent) {
  const number = phone === null ? null : dialled(phone)
  return present({
    em: email && sha256(email.trim().toLowerCase()),
    ph: number && sha256(number),
    external_id: sha256(visit),
    client_ip_address: ip,
    client_user_agent: userAgent,
    fbp: ids[FBP],
    fbc: fbcOf(ids[FBC], clicked('fbclid')),
  })
}

/** The ad click, as the script saved it or as our own record of it, which is newer after a second click. Left out unless it has the format
 *  of one: Meta counts a wrong one against the match quality of all events. Source: "fbp and fbc". */
function fbcOf(kept: string | undefined, click: { value: string; at: number } | null): string | undefined {
  const saved = kept !== undefined && WHOLE_CLICK.test(kept) ? kept : undefined
  if (click === null || saved?.endsWith(`.${click.value}`)) return saved
  // Some links pass on the whole value instead of the click's ID.
  if (WHOLE_CLICK.test(click.value)) return click.value
  return CLICK_ID.test(click.value) ? `fb.1.${click.at}.${click.value}` : saved
}

/** Version, domain level, time in milliseconds, and the click's ID; newer scripts add a part of their own. */
const WHOLE_CLICK = /^fb\.\d\.\d{1,14}\.[\w-]+(\.[\w-]+)?$/
const CLICK_ID = /^[\w-]+$/
