import type { Ga4Access } from '../../../schemas/outgoing/pixelAccess.ts'
import { asJson } from '../delivery/formats/format.ts'
import { byStatus, present, sha256, type PixelFormat, type VendorEvent } from './pixelFormat.ts'

/** Google Analytics 4, Measurement Protocol. It only knows event IDs for purchases, so only the server reports events, and the browser's
 *  script only pages. Source: developers.google.com/analytics/devguides/collection/protocol/ga4. */
export const ga4Events: PixelFormat<Ga4Access> = {
  cookies: (account) => [CLIENT, sessionCookie(account)],
  maxAgeDays: ({ max_age_days = 3 }) => max_age_days,
  post: (event, account, { url = 'https://www.google-analytics.com/mp/collect', api_secret }) => ({
    url: `${url}?${new URLSearchParams({ measurement_id: account, api_secret })}`,
    headers: { 'content-type': asJson.contentType },
    body: JSON.stringify({
      client_id: clientId(event),
      timestamp_micros: event.at * 1000,
      ...(event.isConsented && { consent: { ad_user_data: 'GRANTED', ad_personalization: 'GRANTED' } }),
      events: [{ name: event.name, params: paramsOf(event, account) }],
    }),
  }),
  // It answers 2xx to everything, even events that it then drops.
  read: byStatus,
}

const CLIENT = '_ga'

function sessionCookie(account: string): string {
  return `_ga_${account.replace(/^G-/, '')}`
}

function paramsOf({ id, cents, ids }: VendorEvent, account: string) {
  return present({
    session_id: sessionId(ids[sessionCookie(account)]),
    engagement_time_msec: 1,
    ...(cents !== null && { currency: 'USD', value: cents / 100, transaction_id: id }),
  })
}

/** The script's ID for the browser, GA1.1.123.456; without one, two numbers that stay the same during a visit. */
function clientId({ ids, visit }: VendorEvent): string {
  const known = /^GA\d+\.\d+\.(\d+\.\d+)$/.exec(ids[CLIENT] ?? '')?.[1]
  const number = (from: number) => Number.parseInt(sha256(visit).slice(from, from + 8), 16)
  return known ?? `${number(0)}.${number(8)}`
}

/** Session ID in GS1.1.1700000000.1… or GS2.1.s1700000000$o1…, the formats of Google's script. */
function sessionId(cookie: string | undefined): string | undefined {
  return /^GS\d+\.\d+\.s?(\d+)/.exec(cookie ?? '')?.[1]
}
