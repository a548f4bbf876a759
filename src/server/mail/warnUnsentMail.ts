import type { Flow } from '../../../schemas/flow/flow.ts'
import { placesOf } from '../../flow/walk.ts'
import type { Settings } from '../settings/settings.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'

/** Warning about a setting that the emails of a flow need: a mail server, or the postal address that the law requires. Null if none is
 *  missing. This doesn't prevent a start or a publish, because the emails wait. */
export function unsentMail(
  path: string,
  flow: Flow,
  { smtpUrl, postalAddress }: Pick<Settings, 'smtpUrl' | 'postalAddress'>,
): string | null {
  const sends = placesOf(flow).some(({ step }) =>
    step.execute_actions?.some(({ name }) => name === 'send_email'),
  )
  const { come_back, confirm_lead } = flow.ui_config
  if (!sends && !come_back && !confirm_lead) return null
  if (smtpUrl === null)
    return sends
      ? NOTICES.mailWaits(path)
      : come_back
        ? NOTICES.linksUnmailed(path)
        : NOTICES.leadsUnconfirmed(path)
  return postalAddress === null ? NOTICES.mailUnaddressed(path) : null
}
