import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import { momentText } from '../../time/momentText.ts'
import { show } from '../../operator/table/cells.ts'
import { KINDS, ONE_LEAD, OUTCOMES, STANDINGS } from '../parts/oneLeadScreen.ts'
import { Card } from '../parts/Card.tsx'

/** Events of its session in order of time, then each step that the flow passed, with reasons. */
export function LeadStory({ lead }: { lead: OneLead }) {
  const { trace, current, end } = lead.explanation
  return (
    <Card title={ONE_LEAD.story}>
      <ol className="one-lines one-part">
        {eventsOf(lead).map(({ at, text }, index) => (
          <li key={index}>
            <time>{momentText(at, 'seconds')}</time> {text}
          </li>
        ))}
      </ol>
      <details className="one-part" open>
        <summary>{ONE_LEAD.trace}</summary>
        <ol className="one-trace">
          {trace.map(({ step, kind }, index) => (
            <li key={index} data-kind={kind}>
              <span>{KINDS[kind]}</span> <code>{step}</code> {lead.whys[index] || ONE_LEAD.noRules}
            </li>
          ))}
        </ol>
        <p className="one-none">
          {current === null ? ONE_LEAD.atEnd : ONE_LEAD.standsAt(current)}{' '}
          {end && ONE_LEAD.becameOf(end.outcome)}
        </p>
      </details>
    </Card>
  )
}

function eventsOf({ explanation, evidence, deliveries, offers }: OneLead): { at: number; text: string }[] {
  const nameOf = (key: string) => offers.find(({ offer }) => offer === key)?.name || key
  const { submissions, outcomes, refused } = explanation
  return [
    ...submissions.map(({ at, step, time_on_step, standing, execute_actions }) => ({
      at,
      text: [
        ONE_LEAD.answered(step),
        ...(time_on_step > 0 ? [ONE_LEAD.after(show(time_on_step, 'seconds'))] : []),
        ...execute_actions,
        ...(standing === 'counts' ? [] : [STANDINGS[standing]]),
      ].join(', '),
    })),
    ...outcomes.map(({ kind, offer, source, cents, at }) => ({
      at,
      text: [
        OUTCOMES[kind],
        ...(source === null ? [] : [source]),
        ...(offer === '' ? [] : [nameOf(offer)]),
        ...(cents === null ? [] : [show(cents, 'cents')]),
      ].join(', '),
    })),
    ...refused.map(({ call, reason, at }) => ({ at, text: ONE_LEAD.refusedCall(call, reason) })),
    ...evidence.requests.map(({ at, source, said }) => ({ at, text: ONE_LEAD.optedOut(source, said) })),
    ...evidence.notices.flatMap(({ buyer, at, deadline, acknowledged_at, acknowledged_by }) => [
      { at, text: ONE_LEAD.notified(buyer, momentText(deadline)) },
      ...(acknowledged_at === null
        ? []
        : [{ at: acknowledged_at, text: ONE_LEAD.confirmed(buyer, acknowledged_by ?? '') }]),
    ]),
    ...deliveries.flatMap(({ buyer, tries }) =>
      tries.map(({ at, message }) => ({ at, text: `${buyer}: ${message}` })),
    ),
  ].sort((a, b) => a.at - b.at)
}
