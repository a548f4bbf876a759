import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { LeadLine } from '../../../schemas/desk/leads.ts'
import { momentText } from '../../operator/days/days.ts'
import { show } from '../../operator/table/cells.ts'
import { LEADS, STATUSES } from '../parts/leadScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { knownSum } from '../parts/knownSum.ts'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { useList } from '../list/useList.ts'
import { buyerChoice, offerChoices } from '../list/offerChoices.ts'
import { StatusMark } from '../parts/StatusMark.tsx'
import { leadCalls } from './leadCalls.ts'

const FILTERS = ['path', 'offer', 'buyer', 'status', 'from', 'to']

/** Every lead, newest first. */
export function LeadList() {
  const { inside, choices } = useDesk()
  const calls = useMemo(() => leadCalls({ inside }), [inside])
  const list = useList(FILTERS, calls.list)
  const known = choices.data ?? {}
  const { sees_persons = true } = choices.data ?? {}
  return (
    <ListCard
      title={LEADS.title}
      note={!sees_persons && LEADS.masked}
      list={list}
      columns={COLUMNS}
      keyOf={({ session_uuid }) => session_uuid}
      empty={{ title: LEADS.none, why: LEADS.noneWhy }}
      tools={
        <ListTools
          list={list}
          searchFor={sees_persons ? LEADS.searchFor : LEADS.searchForId}
          choices={[
            ...offerChoices(known, list.filters),
            buyerChoice(known),
            {
              name: 'status',
              label: LEADS.status,
              data: Object.entries(STATUSES).map(([value, label]) => ({ value, label })),
            },
          ]}
        />
      }
    />
  )
}

const COLUMNS: ListColumn<LeadLine>[] = [
  {
    title: LEADS.lead,
    cell: ({ session_uuid, name, is_forgotten }) => (
      <Link to={`/leads/${session_uuid}`} state={{ fromList: true }}>
        {name ?? (is_forgotten ? LEADS.forgotten : LEADS.noName)}
      </Link>
    ),
  },
  { title: LEADS.time, cell: ({ at }) => <time>{momentText(at)}</time> },
  { title: LEADS.phone, whole: true, cell: ({ phone }) => phone?.replace(TEN_DIGITS, '($1) $2-$3') },
  { title: LEADS.email, whole: true, cell: ({ email }) => email },
  { title: LEADS.site, whole: true, cell: ({ path }) => `/${path}` },
  {
    title: LEADS.status,
    wide: true,
    cell: ({ deliveries }) =>
      deliveries.length === 0 ? (
        <StatusMark status="unsent" />
      ) : (
        deliveries.map(({ delivery, offer_name, buyer, status }) => (
          <div key={delivery} className="list-line">
            <StatusMark status={status} /> {offer_name} → {buyer}
          </div>
        ))
      ),
  },
  {
    title: LEADS.price,
    right: true,
    cell: ({ deliveries }) => show(knownSum(deliveries.map(({ cents }) => cents)), 'cents'),
  },
]

/** A number to be formatted as in the United States. */
const TEN_DIGITS = /^(\d{3})(\d{3})(\d{4})$/
