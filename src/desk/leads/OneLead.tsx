import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import type { OneLead as Lead } from '../../../schemas/desk/oneLead.ts'
import { momentText } from '../../operator/days/days.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { ONE_LEAD } from '../parts/oneLeadScreen.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { useDesk } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { leadCalls } from './leadCalls.ts'
import { LeadAnswers } from './LeadAnswers.tsx'
import { LeadConsents } from './LeadConsents.tsx'
import { LeadDeliveries } from './LeadDeliveries.tsx'
import { LeadFacts } from './LeadFacts.tsx'
import { LeadStory } from './LeadStory.tsx'
import { ProofButton } from './ProofButton.tsx'

/** The lead in the address, on one page that prints well. */
export function OneLead() {
  const { inside, operator, choices } = useDesk()
  const [changes, setChanges] = useState(0)
  const { uuid = '' } = useParams()
  const calls = useMemo(() => leadCalls({ inside }), [inside])
  const lead = useLoaded<Lead>(
    useCallback((signal: AbortSignal) => calls.one(uuid, signal), [calls, uuid]),
    { now: Date.now, refreshTick: changes },
  )
  const { data } = lead
  return (
    <article className="one-lead" aria-busy={lead.loading}>
      <header className="one-head">
        <BackToList />
        <h1>
          {data ? (
            (data.name ?? ONE_LEAD.noName)
          ) : lead.failure === null ? (
            <Skeleton height={28} width={220} />
          ) : (
            ONE_LEAD.title
          )}
        </h1>
        {data?.sees_persons && <ProofButton uuid={uuid} calls={calls} />}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={!data}
          onClick={() => print()}
        >
          {ONE_LEAD.print}
        </Button>
      </header>
      <LoadedPart of={lead} failed={ONE_LEAD.failed}>
        {(data) =>
          data ? (
            <>
              {data.is_forgotten && <p className="one-note">{ONE_LEAD.forgotten}</p>}
              {!data.sees_persons && <p className="one-note">{ONE_LEAD.masked}</p>}
              <div className="one-columns">
                <div>
                  <LeadAnswers lead={data} />
                  <LeadFacts lead={data} />
                </div>
                <div>
                  <LeadDeliveries
                    lead={data}
                    takeBack={choices.data?.may_return ? calls.takeBack : null}
                    onTaken={() => setChanges((count) => count + 1)}
                  />
                  <LeadConsents lead={data} />
                  <LeadStory lead={data} />
                </div>
              </div>
              <p className="one-printed">{ONE_LEAD.printed(momentText(lead.asOf), operator)}</p>
            </>
          ) : (
            <Skeleton height={420} radius={10} aria-label={SCREEN.loading} />
          )
        }
      </LoadedPart>
    </article>
  )
}

/** Returns an operator who came from the list to their place in it. */
function BackToList() {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { fromList?: boolean } | null }
  const content = (
    <>
      <IconArrowLeft size={16} aria-hidden /> {ONE_LEAD.back}
    </>
  )
  return state?.fromList ? (
    <button type="button" className="link one-back" onClick={() => void navigate(-1)}>
      {content}
    </button>
  ) : (
    <Link to="/leads" className="link one-back">
      {content}
    </Link>
  )
}
