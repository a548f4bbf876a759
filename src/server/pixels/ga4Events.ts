import type { Ga4Access } from '../../../schemas/outgoing/pixelAccess.ts'
import { asJson } from '../delivery/formats/format.ts'
import { byStatus, present, sha256, type PixelFormat, type VendorEvent } from './pixelFormat.ts'

/** Google Analytics 4, Measurement Protocol. It knows no id of an event but that of a purchase: so the server alone tells of events,
 *  and the browser's script of pages.
 *  Source: developers.google.com/analytics/devguides/collection/protocol/ga4. */
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
  // Whatever it takes it answers 2xx, also what it then leaves out.
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

/** As the script calls the browser, GA1.1.123.456; where there is none, two numbers that are the same for all of a visit. */
function clientId({ ids, visit }: VendorEvent): string {
  const known = /^GA\d+\.\d+\.(\d+\.\d+)$/.exec(ids[CLIENT] ?? '')?.[1]
  const number = (from: number) => Number.parseInt(sha256(visit).slice(from, from + 8), 16)
  return known ?? `${number(0)}.${number(8)}`
}

/** GS1.1.1700000000.1… and GS2.1.s1700000000$o1…: its form is the script's own. */
function sessionId(cookie: string | undefined): string | undefined {
  return /^GS\d+\.\d+\.s?(\d+)/.exec(cookie ?? '')?.[1]
}
