import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { LeadLine } from '../../../schemas/desk/leads.ts'
import { STATES } from '../../author/kernel/stateOptions.ts'
import { outcomeOfLead } from '../../rows/outcomeOfLead.ts'
import { momentText } from '../../time/momentText.ts'
import { show } from '../../operator/table/cells.ts'
import { LEAD_OUTCOMES, LEADS, outcomeReason, STATUSES } from '../parts/leadScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { knownSum } from '../parts/knownSum.ts'
import { ExportButton } from '../list/ExportButton.tsx'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { useList } from '../list/useList.ts'
import { buyerChoice, offerChoices } from '../list/offerChoices.ts'
import { leadCalls } from './leadCalls.ts'
import { LeadPanel } from './LeadPanel.tsx'

const FILTERS = ['path', 'offer', 'buyer', 'status', 'us_state', 'aff_id', 'sort', 'from', 'to']

/** Every lead, newest first. */
export function LeadList() {
  const { inside, choices } = useDesk()
  const calls = useMemo(() => leadCalls({ inside }), [inside])
  const list = useList(FILTERS, calls.list)
  const [opened, setOpened] = useState<string | null>(null)
  const columns = useMemo(() => columnsOf(setOpened), [])
  const known = choices.data ?? {}
  const { sees_persons = true } = choices.data ?? {}
  return (
    <>
      <ListCard
        title={LEADS.title}
        note={!sees_persons && LEADS.masked}
        list={list}
        columns={columns}
        keyOf={({ session_uuid }) => session_uuid}
        empty={{ title: LEADS.none, why: LEADS.noneWhy }}
        tools={
          <>
            <ListTools
              list={list}
              searchFor={sees_persons ? LEADS.searchFor : LEADS.searchForId}
              typed={{ aff_id: LEADS.affiliate }}
              choices={[
                ...offerChoices(known, list.filters),
                buyerChoice(known),
                {
                  name: 'status',
                  label: LEADS.status,
                  data: Object.entries(STATUSES).map(([value, label]) => ({ value, label })),
                },
                {
                  name: 'us_state',
                  label: LEADS.usState,
                  data: STATES.map(({ text, backend_field_value }) => ({
                    value: backend_field_value,
                    label: text,
                  })),
                },
              ]}
            />
            <ExportButton name="leads.csv" load={() => calls.csv(list.query, sees_persons)} />
          </>
        }
      />
      {opened !== null && <LeadPanel uuid={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const priceOf = ({ deliveries }: LeadLine) => show(knownSum(deliveries.map(({ cents }) => cents)), 'cents')

/** Outcome of a lead, in a word. */
function OutcomeMark({ deliveries }: Pick<LeadLine, 'deliveries'>) {
  const { word, looks } = LEAD_OUTCOMES[outcomeOfLead(deliveries).outcome]
  return (
    <span className="state" data-state={looks}>
      {word}
    </span>
  )
}

function columnsOf(onOpen: (uuid: string) => void): ListColumn<LeadLine>[] {
  return [
    {
      title: LEADS.lead,
      cell: (line) => (
        <div>
          <div className="phone-first">
            <OutcomeMark deliveries={line.deliveries} /> <b>{priceOf(line)}</b>
          </div>
          <Link to={`/leads/${line.session_uuid}`} state={{ fromList: true }}>
            {nameOf(line)}
          </Link>
        </div>
      ),
    },
    {
      title: LEADS.status,
      wide: true,
      isFirstOnPhone: true,
      cell: (line) => (
        <button
          type="button"
          className="list-reason"
          title={LEADS.open(nameOf(line))}
          onClick={() => onOpen(line.session_uuid)}
        >
          <OutcomeMark deliveries={line.deliveries} /> {outcomeReason(line.deliveries)}
        </button>
      ),
    },
    {
      title: LEADS.price,
      right: true,
      isFirstOnPhone: true,
      sort: { descending: 'price' },
      cell: priceOf,
    },
    {
      title: LEADS.time,
      sort: { descending: null, ascending: 'oldest' },
      cell: ({ at }) => <time>{momentText(at)}</time>,
    },
    { title: LEADS.phone, whole: true, cell: ({ phone }) => phone?.replace(TEN_DIGITS, '($1) $2-$3') },
    { title: LEADS.email, whole: true, cell: ({ email }) => email },
    { title: LEADS.usState, whole: true, cell: ({ us_state }) => us_state },
    {
      title: LEADS.offer,
      name: true,
      cell: ({ deliveries }) => [...new Set(deliveries.map(({ offer_name }) => offer_name))].join(', '),
    },
    { title: LEADS.site, whole: true, cell: ({ path }) => `/${path}` },
    { title: LEADS.affiliate, whole: true, cell: ({ aff_id }) => aff_id },
  ]
}

function nameOf({ name, is_forgotten }: LeadLine): string {
  return name ?? (is_forgotten ? LEADS.forgotten : LEADS.noName)
}

/** A number to be formatted as in the United States. */
const TEN_DIGITS = /^(\d{3})(\d{3})(\d{4})$/
