/** Names that a lead uses for its session, and for the phone number as typed. No field may have one, as its value would be replaced in
 *  src/server/leads/leadPayload.ts. Source: spec, section 3 "Lead payload". */
export const LEAD_NAMES: readonly string[] = [
  'affid',
  'ef_transaction_id',
  'formatted_phone',
  'ip_address',
  'jornaya_lead_id',
  'landing_page_url',
  'trusted_form_cert_id',
  'trusted_form_cert_url',
  'user_agent',
  'visitor_language',
  'wc',
]

/** Name in a lead for the state of a field's server check: yes, unchecked, or insisted. */
export function checkedName(field: string): string {
  return `${field}_checked`
}

/** No field may have such a name either. */
export const CHECKED_NAME = /_checked$/
