import { useCallback, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { SideSheet } from '../../operator/sheets/Sheet.tsx'
import { LoadingBlock } from '../../operator/loading/LoadingBlock.tsx'
import { Card } from '../parts/Card.tsx'
import { useDesk } from '../parts/deskContext.ts'
import { Facts } from '../parts/Facts.tsx'
import { LEADS } from '../parts/leadScreen.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { ONE_LEAD } from '../parts/oneLeadScreen.ts'
import { leadCalls } from './leadCalls.ts'
import { LeadDeliveries } from './LeadDeliveries.tsx'

/** The full story of a lead, beside its list: what became of it at each buyer, and what the visitor answered. */
export function LeadPanel({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const { inside } = useDesk()
  const calls = useMemo(() => leadCalls({ inside }), [inside])
  const lead = useLoaded<OneLead>(
    useCallback((signal: AbortSignal) => calls.one(uuid, signal), [calls, uuid]),
    { now: Date.now },
  )
  return (
    <SideSheet opened title={lead.data?.name ?? ONE_LEAD.title} onClose={onClose}>
      <LoadedPart of={lead} failed={ONE_LEAD.failed}>
        {(data) =>
          data ? (
            <div className="lead-panel">
              <p>
                <Link to={`/leads/${uuid}`} state={{ fromList: true }}>
                  {LEADS.full}
                </Link>
              </p>
              <LeadDeliveries lead={data} takeBack={null} onTaken={onClose} />
              <Card title={ONE_LEAD.answers}>
                <Facts
                  facts={data.answers.map(
                    ({ field, question, words }) => [question ?? field, words.join(', ')] as const,
                  )}
                />
              </Card>
            </div>
          ) : (
            <LoadingBlock height={300} />
          )
        }
      </LoadedPart>
    </SideSheet>
  )
}
