import type { SessionConsents } from '../../../schemas/commands/visitors.ts'
import type { ConsentDecision } from '../../../schemas/consent.ts'

/** A session's answers to the consents it was asked for, as readable text. */
export function consentWords({
  session_uuid,
  path,
  certificates,
  person,
  consents,
  revocations,
}: SessionConsents): string[] {
  if (consents.length === 0) return [`The session ${session_uuid} on ${path} has given no consent.`]
  return [
    `Session ${session_uuid} on ${path}`,
    ...[nameOf(person)].filter(Boolean),
    ...revocations.map(
      ({ of, source, at }) => `Taken back ${new Date(at).toISOString()}: ${source}, of this ${of}`,
    ),
    ...Object.entries(certificates).map(([id, value]) => `${id}  ${value}`),
    ...consents.flatMap((consent) => [
      '',
      `${new Date(consent.at).toISOString()}  ${consent.offer}/${consent.step}  ${consent.field}  ${DECISIONS[consent.decision]}`,
      `  “${consent.text}”`,
      ...Object.entries({
        by: nameOf(consent.person) || 'somebody who had not said yet who it was',
        'text SHA-256': consent.text_sha256,
        flow: `version ${consent.version}, SHA-256 ${consent.flow_sha256}`,
        sellers: consent.sellers.join(', ') || 'none named',
        control: control(consent.control),
        'browser’s clock':
          consent.browser_at === null ? 'not told' : new Date(consent.browser_at).toISOString(),
        from: [consent.ip, consent.user_agent, ...(consent.opt_out === null ? [] : [consent.opt_out])].join(
          '  ',
        ),
        page: consent.page_url,
        markup: consent.html === null ? 'not told' : `${consent.html.length} characters (--json shows them)`,
      }).map(([name, value]) => `  ${name}: ${value}`),
    ]),
  ]
}

function nameOf({ name, phone, email }: SessionConsents['person']): string {
  return [name, phone, email].filter(Boolean).join('  ')
}

const DECISIONS: Record<ConsentDecision, string> = {
  agreed: 'agreed',
  refused: 'REFUSED: this is no consent',
  no_evidence: 'NO EVIDENCE of a consent: what was pressed does not plainly agree',
}

function control({ element, text, state }: SessionConsents['consents'][number]['control']): string {
  return state === 'pressed' ? `${element} “${text}”, pressed` : `which of the buttons was not told`
}
