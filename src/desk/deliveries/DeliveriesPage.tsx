import { useCallback, useMemo } from 'react'
import { NavLink, Route, Routes } from 'react-router-dom'
import { instants, today } from '../../operator/days/days.ts'
import { useLoaded, type Loaded } from '../../operator/loading/useLoaded.ts'
import { OUTGOING, OUTGOING_LISTS } from './outgoingScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { ChoicesNotice } from '../list/ChoicesNotice.tsx'
import { useList, type ListQuery, type List } from '../list/useList.ts'
import { deliveryCalls, type DeliveryCalls } from './deliveryCalls.ts'
import { DeliveryList } from './DeliveryList.tsx'
import { HeldCard } from './HeldCard.tsx'
import { LossCard } from './LossCard.tsx'
import { OutbidCard } from './OutbidCard.tsx'
import { OutgoingList } from './OutgoingList.tsx'
import { OVERVIEW_DAYS } from './overviewDays.ts'
import type { DeliveryFilter, DeliveryOverview } from '../../../schemas/desk/deliveries.ts'
import { show } from '../../operator/table/cells.ts'
import { DELIVERIES, FILTERED_STATUSES, LOSSES, SCORE_FILTERS } from './deliveryScreen.ts'

const FILTERS = ['path', 'offer', 'buyer', 'status', 'sort', 'from', 'to']

/** Deliveries of leads to buyers, emails, events for ad vendors, and copies of leads. */
export function DeliveriesPage() {
  const { inside } = useDesk()
  const calls = useMemo(() => deliveryCalls({ inside }), [inside])
  return (
    <main className="screen">
      <ChoicesNotice />
      <nav className="part-links" aria-label={OUTGOING.parts}>
        <NavLink to="/deliveries" end>
          {OUTGOING.toBuyers}
        </NavLink>
        <NavLink to="/deliveries/emails">{OUTGOING_LISTS.mail.title}</NavLink>
        <NavLink to="/deliveries/advertising">{OUTGOING_LISTS.pixel.title}</NavLink>
        <NavLink to="/deliveries/copies">{OUTGOING_LISTS.copy.title}</NavLink>
      </nav>
      <Routes>
        <Route path="emails" element={<OutgoingList key="mail" what="mail" calls={calls} />} />
        <Route path="advertising" element={<OutgoingList key="pixel" what="pixel" calls={calls} />} />
        <Route path="copies" element={<OutgoingList key="copy" what="copy" calls={calls} />} />
        <Route path="*" element={<ToBuyers calls={calls} />} />
      </Routes>
    </main>
  )
}

/** Number of deliveries by status, the filtered list, and the losses. */
function ToBuyers({ calls }: { calls: DeliveryCalls }) {
  const list = useList(FILTERS, calls.list)
  const { path, offer, buyer, from, to } = list.filters
  const asked = useMemo(() => overviewOf({ path, offer, buyer, from, to }), [path, offer, buyer, from, to])
  const overview = useLoaded(
    useCallback((signal: AbortSignal) => calls.overview(asked, signal), [calls, asked]),
    { now: Date.now, refreshTick: list.refreshTick },
  )
  return (
    <>
      <StateBar overview={overview} list={list} isOfDays={from !== undefined} />
      <DeliveryList list={list} calls={calls} onReplayed={list.refresh} />
      <HeldCard overview={overview} list={list} isOfDays={from !== undefined} />
      <LossCard overview={overview} isOfDays={from !== undefined} />
      <OutbidCard overview={overview} isOfDays={from !== undefined} />
    </>
  )
}

/** Query of the overview; by default that of the last week. */
function overviewOf({
  path,
  offer,
  buyer,
  from = today(Date.now() - (OVERVIEW_DAYS - 1) * 86_400_000),
  to = today(Date.now()),
}: Partial<Record<'path' | 'offer' | 'buyer' | 'from' | 'to', string | undefined>>): ListQuery {
  return {
    ...instants({ from, to }),
    ...(path && { path }),
    ...(offer && { offer }),
    ...(buyer && { buyer }),
  }
}

interface Props {
  overview: Loaded<DeliveryOverview>
  list: Pick<List<unknown>, 'filters' | 'filter'>
  /** True if days were chosen. */
  isOfDays: boolean
}

const STATUSES = Object.entries(FILTERED_STATUSES) as [DeliveryFilter, string][]
const SCORED = Object.entries(SCORE_FILTERS)

/** Number of deliveries by status; pressing one filters the list. */
function StateBar({ overview: { data, loading }, list: { filters, filter }, isOfDays }: Props) {
  const scored = SCORED.find(([name]) => name === filters['status'])
  return (
    <div role="group" className="state-bar" aria-label={DELIVERIES.statuses} aria-busy={loading}>
      {[[null, DELIVERIES.allStatuses] as const, ...STATUSES].map(([status, label]) => (
        <button
          key={label}
          type="button"
          aria-pressed={(filters['status'] ?? null) === status}
          onClick={() => filter({ status })}
        >
          {label}
          {status !== null && <b>{data ? show(data.states[status] ?? 0, 'count') : '·'}</b>}
        </button>
      ))}
      {scored && (
        <button type="button" aria-pressed onClick={() => filter({ status: null })}>
          {scored[1]}
        </button>
      )}
      {!isOfDays && <span className="card-note">{LOSSES.days(OVERVIEW_DAYS)}</span>}
    </div>
  )
}
