import type { TiktokAccess } from '../../../schemas/outgoing/pixelAccess.ts'
import { asJson, cut } from '../delivery/formats/format.ts'
import { objectOf } from '../delivery/formats.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import { byStatus, dialled, present, sha256, type PixelFormat, type VendorEvent } from './pixelFormat.ts'

/** TikTok's Events API. Source: segmentio/action-destinations and rudder-transformer, which post to it. */
export const tiktokEvents: PixelFormat<TiktokAccess> = {
  cookies: () => [TTP],
  maxAgeDays: ({ max_age_days = 7 }) => max_age_days,
  post: (event, account, { url = TIKTOK_URL, access_token, test_event_code }) => ({
    url,
    headers: { 'content-type': asJson.contentType, 'access-token': access_token },
    body: JSON.stringify({
      event_source: 'web',
      event_source_id: account,
      ...(test_event_code && { test_event_code }),
      data: [eventOf(event)],
    }),
  }),
  read: (answer) => {
    const { code, message } = objectOf(answer.text) ?? {}
    if (typeof code !== 'number') return byStatus(answer)
    if (code === TAKEN) return { kind: 'sent' }
    if (code === LOGIN) return { kind: 'retry', reason: ATTEMPTS.vendorLogin(String(code)) }
    const kind = code === TOO_MANY || code >= SERVER ? 'retry' : 'refused'
    return {
      kind,
      reason: ATTEMPTS.vendorSays(String(code), cut(typeof message === 'string' ? message : '')),
    }
  },
}

const TIKTOK_URL = 'https://business-api.tiktok.com/open_api/v1.3/event/track/'
const TTP = '_ttp'
const [TAKEN, LOGIN, TOO_MANY, SERVER] = [0, 40_001, 40_100, 40_700]

function eventOf(event: VendorEvent) {
  const { id, name, at, cents, pageUrl } = event
  return {
    event: name,
    event_time: Math.floor(at / 1000),
    event_id: id,
    user: userOf(event),
    page: { url: pageUrl },
    ...(cents !== null && { properties: { currency: 'USD', value: cents / 100 } }),
  }
}

function userOf({ email, phone, visit, ip, userAgent, ids, clicked }: VendorEvent) {
  const number = phone === null ? null : dialled(phone)
  return present({
    email: email && sha256(email.trim().toLowerCase()),
    phone: number && sha256(`+${number}`),
    external_id: sha256(visit),
    ttclid: clicked('ttclid')?.value,
    ttp: ids[TTP],
    ip,
    user_agent: userAgent,
  })
}
