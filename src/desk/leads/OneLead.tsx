import { Button } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import type { OneLead as Lead, LeadAnswer } from '../../../schemas/desk/oneLead.ts'
import { momentText } from '../../time/momentText.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { LoadingBlock } from '../../operator/loading/LoadingBlock.tsx'
import { ONE_LEAD } from '../parts/oneLeadScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { leadCalls } from './leadCalls.ts'
import { LeadConsents } from './LeadConsents.tsx'
import { LeadDeliveries } from './LeadDeliveries.tsx'
import { LeadStory } from './LeadStory.tsx'
import { ProofButton } from './ProofButton.tsx'
import { Card } from '../parts/Card.tsx'
import { Facts } from '../parts/Facts.tsx'

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
            <LoadingBlock height={28} width={220} />
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
                    takeBack={choices.data?.may_return ? calls : null}
                    onTaken={() => setChanges((count) => count + 1)}
                  />
                  <LeadConsents lead={data} />
                  <LeadStory lead={data} />
                </div>
              </div>
              <p className="one-printed">{ONE_LEAD.printed(momentText(lead.asOf), operator)}</p>
            </>
          ) : (
            <LoadingBlock height={420} />
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

/** Answers of the visitor, as asked, and below them as rules and buyers know them. */
function LeadAnswers({ lead: { answers } }: { lead: Lead }) {
  return (
    <Card title={ONE_LEAD.answers}>
      {answers.length === 0 ? (
        <p className="one-none">{ONE_LEAD.noAnswer}</p>
      ) : (
        <Facts facts={answers.map(factOf)} />
      )}
    </Card>
  )
}

function factOf({ field, question, values, words }: LeadAnswer) {
  const [recorded, shown] = [values.join(', '), words.join(', ')]
  const known = [...(question === null ? [] : [field]), ...(recorded === shown ? [] : [recorded])]
  return [
    question ?? field,
    <>
      {shown} {known.length > 0 && <code className="one-recorded">{known.join(' = ')}</code>}
    </>,
  ] as const
}

/** Origin and time of its visit. */
function LeadFacts({ lead: { session_uuid, explanation } }: { lead: Lead }) {
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
