/** The names under which a lead tells of its session, and of the telephone number as it was typed. No field may have one:
 *  its value would be replaced in src/server/leads/leadPayload.ts. Source: spec, section 3 "Lead payload". */
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
  'wc',
]

/** The name under which a lead says how the server's check of a field stands: yes, unchecked or insisted. */
export function checkedName(field: string): string {
  return `${field}_checked`
}

/** No field may be called so either. */
export const CHECKED_NAME = /_checked$/
