import type { Flow } from '../../../schemas/flow.ts'
import { placesOf } from '../../flow/walk.ts'
import type { Settings } from '../settings/settings.ts'

/** What these settings lack for the email of the flow on a path: a mail server, or the postal address that the law asks for;
 *  null when nothing. No reason to refuse a start or a publish: the emails wait. */
export function unsentMail(
  path: string,
  flow: Flow,
  { smtpUrl, postalAddress }: Pick<Settings, 'smtpUrl' | 'postalAddress'>,
): string | null {
  const sends = placesOf(flow).some(({ step }) =>
    step.execute_actions?.some(({ name }) => name === 'send_email'),
  )
  if (!sends) return null
  if (smtpUrl === null)
    return `SMTP_URL: it is unset, and the flow on /${path} sends email. What is due waits until it is set.`
  return postalAddress === null
    ? `POSTAL_ADDRESS: it is unset, and the law asks for it in the emails of /${path}.`
    : null
}
