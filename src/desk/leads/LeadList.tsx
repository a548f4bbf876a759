import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { LeadLine } from '../../../schemas/desk/leads.ts'
import { momentText } from '../../operator/days/days.ts'
import { show } from '../../operator/table/cells.ts'
import { LEADS, STATES } from '../parts/leadScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { knownSum } from '../parts/knownSum.ts'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { useList } from '../list/useList.ts'
import { StateMark } from '../parts/StateMark.tsx'
import { leadCalls } from './leadCalls.ts'

const FILTERS = ['offer', 'buyer', 'state', 'from', 'to']

/** Every lead, newest first. */
export function LeadList() {
  const { inside, choices } = useDesk()
  const calls = useMemo(() => leadCalls({ inside }), [inside])
  const list = useList(FILTERS, calls.list)
  const { offers = [], buyers = [], sees_persons = true } = choices.data ?? {}
  const offerNames = useMemo(() => new Map(offers.map(({ offer, name }) => [offer, name])), [offers])
  const columns = useMemo(() => columnsOf((offer) => offerNames.get(offer) || offer), [offerNames])
  return (
    <ListCard
      title={LEADS.title}
      note={!sees_persons && LEADS.masked}
      list={list}
      columns={columns}
      keyOf={({ session_uuid }) => session_uuid}
      empty={{ title: LEADS.none, why: LEADS.noneWhy }}
      tools={
        <ListTools
          list={list}
          searchFor={sees_persons ? LEADS.searchFor : LEADS.searchForId}
          choices={[
            {
              name: 'offer',
              label: LEADS.offer,
              data: [...offerNames].map(([value, name]) => ({ value, label: name || value })),
            },
            {
              name: 'buyer',
              label: LEADS.buyer,
              data: buyers.map((buyer) => ({ value: buyer, label: buyer })),
            },
            {
              name: 'state',
              label: LEADS.state,
              data: Object.entries(STATES).map(([value, label]) => ({ value, label })),
            },
          ]}
        />
      }
    />
  )
}

function columnsOf(nameOf: (offer: string) => string): ListColumn<LeadLine>[] {
  return [
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
    { title: LEADS.path, whole: true, cell: ({ path }) => `/${path}` },
    {
      title: LEADS.state,
      wide: true,
      cell: ({ deliveries }) =>
        deliveries.length === 0 ? (
          <StateMark state="unsent" />
        ) : (
          deliveries.map(({ delivery, offer, buyer, state, is_held }) => (
            <div key={delivery} className="list-line">
              <StateMark state={state} isHeld={is_held} /> {nameOf(offer)} → {buyer}
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
}

/** A number to be formatted as in the United States. */
const TEN_DIGITS = /^(\d{3})(\d{3})(\d{4})$/
