import { Button } from '@mantine/core'
import { useState } from 'react'
import type { LeadDeliveryRecord, OneLead } from '../../../schemas/desk/oneLead.ts'
import { momentText } from '../../time/momentText.ts'
import { show } from '../../operator/table/cells.ts'
import { ONE_LEAD } from '../parts/oneLeadScreen.ts'
import { Card } from '../parts/Card.tsx'
import { BidWords } from '../parts/BidWords.tsx'
import { Facts } from '../parts/Facts.tsx'
import { RETURNS } from '../returns/returnScreen.ts'
import { StatusMark } from '../parts/StatusMark.tsx'
import type { leadCalls } from './leadCalls.ts'
import { TakeBackSheet } from './TakeBackSheet.tsx'

interface Props {
  lead: OneLead
  /** Null without permission. */
  takeBack: ReturnType<typeof leadCalls>['takeBack'] | null
  onTaken: () => void
}

/** Deliveries of the lead: each attempt's answer, payments, and returns. */
export function LeadDeliveries({ lead: { deliveries, offers }, takeBack, onTaken }: Props) {
  const [taking, setTaking] = useState<LeadDeliveryRecord | null>(null)
  const nameOf = (key: string) => offers.find(({ offer }) => offer === key)?.name || key
  return (
    <Card title={ONE_LEAD.deliveries}>
      {deliveries.length === 0 && <p className="one-none">{ONE_LEAD.noDelivery}</p>}
      {deliveries.map((one) => (
        <section key={one.delivery} className="one-part">
          <h3>
            {nameOf(one.offer)} → {one.buyer} <StatusMark status={one.status} />
          </h3>
          <Facts facts={factsOf(one)} />
          {takeBack && isSold(one) && (
            <Button
              size="xs"
              variant="default"
              className="one-act"
              aria-label={RETURNS.takeBackOf(one.delivery)}
              onClick={() => setTaking(one)}
            >
              {RETURNS.takeBack}
            </Button>
          )}
        </section>
      ))}
      {takeBack && taking && (
        <TakeBackSheet
          delivery={taking.delivery}
          buyer={taking.buyer}
          cents={paidFor(taking)}
          takeBack={takeBack}
          onTaken={() => {
            setTaking(null)
            onTaken()
          }}
          onClose={() => setTaking(null)}
        />
      )}
    </Card>
  )
}

/** Sum of its ledger entries. */
function paidFor({ entries }: LeadDeliveryRecord): number {
  return entries.reduce((sum, { cents }) => sum + cents, 0)
}

/** True if it was sold and not returned. */
function isSold({ entries }: LeadDeliveryRecord): boolean {
  return entries.length === 1
}

function factsOf({
  tries,
  entries,
  due_at,
  delivery,
  key,
  external_id,
  duplicate_of,
  held_message,
}: LeadDeliveryRecord) {
  return [
    [
      ONE_LEAD.tries,
      tries.length === 0 ? (
        ONE_LEAD.noTry
      ) : (
        <ol className="one-lines">
          {tries.map(({ attempt, at, message, auction, bid_cents }) => (
            <li key={attempt} value={attempt}>
              <time>{momentText(at, 'seconds')}</time>{' '}
              <span>
                <BidWords auction={auction} bid_cents={bid_cents} />
                {message}
              </span>
            </li>
          ))}
        </ol>
      ),
    ],
    [
      due_at === null ? ONE_LEAD.ended : ONE_LEAD.next,
      [held_message ?? '', due_at === null ? '' : momentText(due_at, 'seconds')].join(' ').trim(),
    ],
    [
      ONE_LEAD.price,
      entries
        .map(({ cents, at }) =>
          (cents < 0 ? ONE_LEAD.returned : ONE_LEAD.sold)(show(cents, 'cents'), momentText(at)),
        )
        .join('; '),
    ],
    [
      ONE_LEAD.ids,
      [
        ONE_LEAD.ofDelivery(delivery),
        ...(external_id === null ? [] : [ONE_LEAD.ofBuyer(external_id)]),
        ...(duplicate_of === null ? [] : [ONE_LEAD.duplicateOf(duplicate_of)]),
        key,
      ].join(' · '),
    ],
  ] as const
}
