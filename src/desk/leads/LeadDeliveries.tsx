import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { LeadDeliveryRecord, OneLead } from '../../../schemas/desk/oneLead.ts'
import { momentText } from '../../time/momentText.ts'
import { show } from '../../operator/table/cells.ts'
import { ONE_LEAD } from '../parts/oneLeadScreen.ts'
import { Card } from '../parts/Card.tsx'
import { BidWords } from '../parts/BidWords.tsx'
import { Facts } from '../parts/Facts.tsx'
import type { SaleCalls } from '../returns/returnCalls.ts'
import { RETURNS } from '../returns/returnScreen.ts'
import { StatusMark } from '../parts/StatusMark.tsx'
import { ChangeSaleSheet } from '../returns/ChangeSaleSheet.tsx'
import { ReturnSheet } from '../returns/ReturnSheet.tsx'

interface Props {
  lead: OneLead
  /** Null without permission. */
  takeBack: SaleCalls | null
  onTaken: () => void
}

/** Deliveries of the lead: each attempt's answer, payments, and returns. */
export function LeadDeliveries({ lead: { deliveries, offers }, takeBack, onTaken }: Props) {
  const [taking, setTaking] = useState<LeadDeliveryRecord | null>(null)
  const [changing, setChanging] = useState<{ of: LeadDeliveryRecord; entry: Entry | null } | null>(null)
  const nameOf = (key: string) => offers.find(({ offer }) => offer === key)?.name || key
  return (
    <Card title={ONE_LEAD.deliveries}>
      {deliveries.length === 0 && <p className="one-none">{ONE_LEAD.noDelivery}</p>}
      {deliveries.map((one) => (
        <section key={one.delivery} className="one-part">
          <h3>
            {nameOf(one.offer)} → {one.buyer} <StatusMark status={one.status} />
          </h3>
          {one.to_settle !== null && (
            <p className="settle-link">
              <Link to={`/settle?entry=${one.to_settle}`}>
                {ONE_LEAD.toSettle(one.status === 'probably_sold' ? 'probably_sold' : 'other')}
              </Link>
            </p>
          )}
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
          {takeBack && isSold(one) && (
            <Button
              size="xs"
              variant="default"
              className="one-act"
              onClick={() => setChanging({ of: one, entry: null })}
            >
              {RETURNS.correct}
            </Button>
          )}
          {takeBack &&
            reversible(one).map((entry) => (
              <Button
                key={entry.entry}
                size="xs"
                variant="default"
                className="one-act"
                onClick={() => setChanging({ of: one, entry })}
              >
                {RETURNS.reverse(show(entry.cents, 'cents'))}
              </Button>
            ))}
        </section>
      ))}
      {takeBack && taking && (
        <ReturnSheet
          sale={{ delivery: taking.delivery }}
          buyer={taking.buyer}
          cents={paidFor(taking)}
          takeBack={takeBack.takeBack}
          onTaken={() => {
            setTaking(null)
            onTaken()
          }}
          onClose={() => setTaking(null)}
        />
      )}
      {takeBack && changing && (
        <ChangeSaleSheet
          title={
            changing.entry
              ? RETURNS.reverseTitle(show(changing.entry.cents, 'cents'))
              : RETURNS.correctTitle(changing.of.buyer)
          }
          left={paidFor(changing.of)}
          amount={changing.entry ? null : amountOf(changing.of)}
          by={0 - (changing.entry?.cents ?? 0)}
          change={(cents, words) => {
            const { delivery } = changing.of
            return changing.entry
              ? takeBack.reverse({ delivery, entry: changing.entry.entry, words })
              : takeBack.correct({ delivery, cents, words })
          }}
          onChanged={() => {
            setChanging(null)
            onTaken()
          }}
          onClose={() => setChanging(null)}
        />
      )}
    </Card>
  )
}

type Entry = LeadDeliveryRecord['entries'][number]

/** Amount of the sale before returns. */
function amountOf({ entries }: LeadDeliveryRecord): number {
  return entries.reduce((sum, { kind, cents }) => sum + (kind === 'return' ? 0 : cents), 0)
}

/** Entries that weren't reversed yet. */
function reversible({ entries }: LeadDeliveryRecord): Entry[] {
  return entries.filter(({ entry }) => !entries.some(({ reverses }) => reverses === entry))
}

/** Sum of its ledger entries. */
function paidFor({ entries }: LeadDeliveryRecord): number {
  return entries.reduce((sum, { cents }) => sum + cents, 0)
}

/** True if something is left of its sale, or if nothing became of it. */
function isSold(delivery: LeadDeliveryRecord): boolean {
  return delivery.entries.length === 1 || paidFor(delivery) > 0
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
