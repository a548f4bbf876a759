import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import { momentText } from '../../operator/days/days.ts'
import { ONE_LEAD } from '../parts/oneLeadScreen.ts'
import { Card } from '../parts/Card.tsx'
import { Facts } from '../parts/Facts.tsx'

/** Origin and time of its visit. */
export function LeadFacts({ lead: { session_uuid, explanation } }: { lead: OneLead }) {
  const { session } = explanation
  const { path, version, at, aff_id, sub1, sub2, sub3, page_url, referrer, ip, user_agent, tracking } =
    session
  return (
    <Card title={ONE_LEAD.session}>
      <Facts
        facts={[
          [ONE_LEAD.session, <code key="uuid">{session_uuid}</code>],
          [ONE_LEAD.came, momentText(at, 'seconds')],
          [ONE_LEAD.path, `/${path}`],
          [ONE_LEAD.version, version],
          [
            ONE_LEAD.from,
            [ONE_LEAD.affiliate(aff_id, [sub1, sub2, sub3].filter(Boolean)), referrer].join('  ').trim(),
          ],
          [ONE_LEAD.page, page_url],
          [ONE_LEAD.address, ip],
          [ONE_LEAD.browser, user_agent],
          ...Object.entries(tracking).map(([name, id]) => [name, <code key={name}>{id}</code>] as const),
        ]}
      />
    </Card>
  )
}
