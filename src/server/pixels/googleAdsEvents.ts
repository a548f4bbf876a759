import type { GoogleAdsAccess } from '../../../schemas/outgoing/pixelAccess.ts'
import { asForm, asJson, cut } from '../delivery/formats/format.ts'
import { objectOf } from '../delivery/formats.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import { byStatus, dialled, present, sha256, type PixelFormat, type VendorEvent } from './pixelFormat.ts'

/** Google Ads, by the Data Manager API, which is the one that Google offers to new users. Source: googleapis/googleapis,
 *  google/ads/datamanager/v1; developers.google.com/data-manager, "Format user data". */
export const googleAdsEvents: PixelFormat<GoogleAdsAccess> = {
  cookies: () => [],
  maxAgeDays: ({ max_age_days = 63 }) => max_age_days,
  login: {
    post: ({
      token_url = 'https://oauth2.googleapis.com/token',
      client_id,
      client_secret,
      refresh_token,
    }) => ({
      url: token_url,
      headers: { 'content-type': asForm.contentType },
      body: asForm.encode({ grant_type: 'refresh_token', client_id, client_secret, refresh_token }),
    }),
    read: (answer) => {
      const { access_token, expires_in, error } = objectOf(answer.text) ?? {}
      if (typeof access_token === 'string')
        return { token: access_token, forMs: Math.max(0, Number(expires_in) - EARLY_S || 0) * 1000 }
      if (typeof error !== 'string')
        return { kind: 'retry', reason: ATTEMPTS.vendorAnswered(answer.status, cut(answer.text)) }
      return { kind: 'retry', reason: ATTEMPTS.vendorLogin(cut(error)) }
    },
  },
  post: (event, _account, access, token) => {
    const ours = eventOf(event)
    const { url = 'https://datamanager.googleapis.com/v1/events:ingest', account_id } = access
    // Google couldn't match it to a click or a person.
    if (!ours.adIdentifiers && !ours.userData) return null
    return {
      url,
      headers: { 'content-type': asJson.contentType, authorization: `Bearer ${token}` },
      body: JSON.stringify({
        destinations: [
          {
            operatingAccount: { accountType: 'GOOGLE_ADS', accountId: account_id },
            productDestinationId: event.action,
          },
        ],
        encoding: 'HEX',
        events: [ours],
      }),
    }
  },
  read: (answer) => {
    const error = objectOf(answer.text)?.['error'] as { status?: string; message?: string } | undefined
    const { status } = answer
    if (status < 300 || typeof error !== 'object') return byStatus(answer)
    if (status === 401 || status === 403)
      return { kind: 'retry', reason: ATTEMPTS.vendorLogin(error.status ?? '') }
    const kind = status === 429 || status >= 500 ? 'retry' : 'refused'
    return { kind, reason: ATTEMPTS.vendorSays(error.status ?? String(status), cut(error.message ?? '')) }
  },
}

/** A token is renewed a minute before it ends. */
const EARLY_S = 60

function eventOf(event: VendorEvent) {
  const { id, at, cents, email, phone, isConsented } = event
  const number = phone === null ? null : dialled(phone)
  const userIdentifiers = [
    ...(email ? [{ emailAddress: sha256(plainEmail(email)) }] : []),
    ...(number ? [{ phoneNumber: sha256(`+${number}`) }] : []),
  ]
  return present({
    eventTimestamp: new Date(at).toISOString(),
    transactionId: id,
    eventSource: 'WEB',
    ...(cents !== null && { currency: 'USD', conversionValue: cents / 100 }),
    adIdentifiers: clickOf(event),
    userData: userIdentifiers.length > 0 ? { userIdentifiers } : null,
    consent: isConsented ? GRANTED : null,
  })
}

const GRANTED = { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' }

/** Only one, because not all of them are accepted together. */
function clickOf({ clicked }: VendorEvent): Record<string, string> | null {
  for (const name of ['gclid', 'gbraid', 'wbraid']) {
    const click = clicked(name)
    if (click) return { [name]: click.value }
  }
  return null
}

/** Unlike other vendors, Google removes the dots and the part after a plus from its own addresses. */
function plainEmail(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().replace(/\s/g, '').split('@')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return `${isGoogle ? name.replace(/\+.*$/, '').replaceAll('.', '') : name}@${domain}`
}
