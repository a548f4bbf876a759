import type { Fields, FieldValue } from '../../flow/answers/fields.ts'
import { ageOn, parseDay } from '../../flow/kernel/dates.ts'
import { soldAddress } from '../../flow/arrival.ts'
import { bareNumber } from '../../flow/kernel/text.ts'
import type { NewSession, SessionRecord } from '../../store/nouns/sessions/sessionTypes.ts'

/** Session data that goes out with its lead. */
export type LeadSession = Pick<
  SessionRecord,
  'aff_id' | 'ip' | 'user_agent' | 'page_url' | 'origin' | 'clicks' | 'tracking'
> &
  Pick<NewSession, 'language'>

/** A lead as buyers know it: every field of the visitor, normalized, and data of the session, including its newest click. A multi-select
 *  is a list, which each delivery joins where its format needs that; all other values are text. Credentials aren't included; each delivery
 *  adds its buyer's own. `today`: the New York day on which the lead is due, YYYY-MM-DD. Source: spec, section 3 "Lead payload". */
export function leadPayload(fields: Fields, session: LeadSession, today: string): Fields {
  const { aff_id, ip, user_agent, origin, clicks, tracking } = session
  const { query, page_url } = clicks.at(-1) ?? { query: origin.query, page_url: session.page_url }
  const { phone, gender, dob } = fields
  return {
    ...fields,
    ...phoneOf(phone),
    ...(gender && { gender: gender === 'Male' ? 'm' : 'f' }),
    ...ageOf(dob, today),
    ...certificateOf(tracking.trustedform_cert_url),
    ...(tracking.jornaya_lead_id && { jornaya_lead_id: tracking.jornaya_lead_id }),
    ...clickOf(tracking.ef_transaction_id || query['_ef_transaction_id']),
    affid: aff_id,
    ip_address: ip,
    user_agent,
    landing_page_url: soldAddress(page_url),
    visitor_language: session.language ?? 'en',
    ...(origin.query['wc'] && { wc: 'true' }),
  }
}

/** Source: spec, section 3 "phone (whitespace, parentheses, hyphens removed)". We also remove all other nondigits and the country code,
 *  because LeadProsper accepts ten digits. */
function phoneOf(phone: FieldValue | undefined) {
  return typeof phone !== 'string' ? {} : { phone: bareNumber(phone), formatted_phone: phone }
}

/** Whole years, as text. Source: spec, section 9 "Age". */
function ageOf(dob: FieldValue | undefined, today: string) {
  return typeof dob === 'string' && parseDay(dob) ? { age: String(ageOn(dob, today)) } : {}
}

/** The click that led here, from Everflow's script or, if no script is configured, from the address. */
function clickOf(ef_transaction_id: string | undefined) {
  return ef_transaction_id ? { ef_transaction_id } : {}
}

const CERTIFICATE_PREFIX = /^https:\/\/cert\.trustedform\.com\//

/** Source: spec, section 9 "The certificate URL prefix is stripped"; ActiveProspect accepts https without a trailing slash. */
function certificateOf(certificate: string | undefined) {
  if (certificate === undefined) return {}
  const url = certificate.replace(/^http:/, 'https:').replace(/\/$/, '')
  return { trusted_form_cert_url: url, trusted_form_cert_id: url.replace(CERTIFICATE_PREFIX, '') }
}
