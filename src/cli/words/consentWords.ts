import type { SessionConsents } from '../../../schemas/kernel/consent.ts'
import type { ConsentDecision } from '../../../schemas/kernel/consent.ts'

/** A session's answers to the consents it was asked for, as readable text. */
export function consentWords({
  session_uuid,
  path,
  certificates,
  person,
  consents,
  revocations,
}: SessionConsents): string[] {
  if (consents.length === 0) return [`Session ${session_uuid} on ${path} hasn't given any consent.`]
  return [
    `Session ${session_uuid} on ${path}`,
    ...[nameOf(person)].filter(Boolean),
    ...revocations.map(
      ({ of, source, at }) => `Withdrawn ${new Date(at).toISOString()}: ${source}, for this ${of}`,
    ),
    ...Object.entries(certificates).map(([id, value]) => `${id}  ${value}`),
    ...consents.flatMap((consent) => [
      '',
      `${new Date(consent.at).toISOString()}  ${consent.offer}/${consent.step}  ${consent.field}  ${DECISIONS[consent.decision]}`,
      `  “${consent.text}”`,
      ...Object.entries({
        by: nameOf(consent.person) || "someone who hadn't given a name yet",
        'text SHA-256': consent.text_sha256,
        flow: `version ${consent.version}, SHA-256 ${consent.flow_sha256}`,
        sellers: consent.sellers.join(', ') || 'none listed',
        control: control(consent.control),
        "browser's clock":
          consent.browser_at === null ? 'not sent' : new Date(consent.browser_at).toISOString(),
        from: [consent.ip, consent.user_agent, ...(consent.opt_out === null ? [] : [consent.opt_out])].join(
          '  ',
        ),
        page: consent.page_url,
        markup: consent.html === null ? 'not sent' : `${consent.html.length} characters (--json shows them)`,
      }).map(([name, value]) => `  ${name}: ${value}`),
    ]),
  ]
}

function nameOf({ name, phone, email }: SessionConsents['person']): string {
  return [name, phone, email].filter(Boolean).join('  ')
}

const DECISIONS: Record<ConsentDecision, string> = {
  agreed: 'agreed',
  refused: 'REFUSED: not a consent',
  no_evidence: "NO EVIDENCE of consent: the button that was pressed doesn't clearly agree",
}

function control({
  element,
  text,
  state,
  served_at,
}: SessionConsents['consents'][number]['control']): string {
  const pressed = state === 'pressed' ? `${element} “${text}”, pressed` : 'button unknown'
  if (served_at === undefined) return pressed
  return `${pressed} in a plain form, without our scripts, on a page sent ${new Date(served_at).toISOString()}`
}
