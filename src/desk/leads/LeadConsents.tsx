import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import { momentText } from '../../time/momentText.ts'
import { DECISIONS, ONE_LEAD } from '../parts/oneLeadScreen.ts'
import { Card } from '../parts/Card.tsx'
import { Facts } from '../parts/Facts.tsx'

type Consent = OneLead['evidence']['consents'][number]

/** Consents given and refused, word for word, as evidence, and those revoked since. */
export function LeadConsents({ lead: { evidence } }: { lead: OneLead }) {
  const { consents, revocations } = evidence
  return (
    <Card title={ONE_LEAD.consents}>
      {consents.length === 0 && <p className="one-none">{ONE_LEAD.noConsent}</p>}
      {revocations.map(({ of, source, at }, index) => (
        <p key={index} className="one-note">
          {ONE_LEAD.revoked(of, source, momentText(at, 'seconds'))}
        </p>
      ))}
      {consents.map((consent) => (
        <section key={`${consent.submission} ${consent.field}`} className="one-part">
          <h3>
            <span className="state" data-decision={consent.decision}>
              {DECISIONS[consent.decision]}
            </span>{' '}
            {consent.field}
          </h3>
          <blockquote>{consent.text}</blockquote>
          <Facts facts={factsOf(consent)} />
        </section>
      ))}
    </Card>
  )
}

function factsOf(consent: Consent) {
  const { offer, step, at, browser_at, control, sellers, person, ip, user_agent, page_url } = consent
  const { certificates, text_sha256, flow_sha256, version } = consent
  const browser = browser_at === null ? [] : [ONE_LEAD.browserTime(momentText(browser_at, 'seconds'))]
  const { served_at } = control
  const served = served_at === undefined ? [] : [ONE_LEAD.served(momentText(served_at, 'seconds'))]
  const who = [person.name, person.phone, person.email].filter((one) => one !== null)
  return [
    [
      ONE_LEAD.givenAt,
      [ONE_LEAD.given(`${offer}/${step}`, momentText(at, 'seconds')), ...browser, ...served].join(', '),
    ],
    [
      ONE_LEAD.by,
      [
        ...who,
        control.state === 'not_told' ? ONE_LEAD.notTold : ONE_LEAD.pressed(control.text),
        ...(sellers.length === 0 ? [] : [ONE_LEAD.sellers(sellers)]),
      ].join('. '),
    ],
    [ONE_LEAD.address, ip],
    [ONE_LEAD.browser, user_agent],
    [ONE_LEAD.page, page_url],
    [
      ONE_LEAD.certificates,
      Object.entries(certificates)
        .map(([name, id]) => `${name} ${id}`)
        .join(', '),
    ],
    [ONE_LEAD.hash, <code key="text">{text_sha256}</code>],
    [
      `${ONE_LEAD.flowHash}, ${ONE_LEAD.version.toLowerCase()} ${version}`,
      <code key="flow">{flow_sha256}</code>,
    ],
  ] as const
}
