import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { OptOutRecord } from '../../../schemas/desk/optOuts.ts'
import { dayText, today } from '../../operator/days/days.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { show } from '../../operator/table/cells.ts'
import { momentText } from '../../time/momentText.ts'
import { ChoicesNotice } from '../list/ChoicesNotice.tsx'
import { ExportButton } from '../list/ExportButton.tsx'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import { useList, type List } from '../list/useList.ts'
import { Card } from '../parts/Card.tsx'
import { useDesk, useMay } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { FileOfOptOuts } from './FileOfOptOuts.tsx'
import { NewOptOut } from './NewOptOut.tsx'
import { optOutCalls, type OptOutCalls } from './optOutCalls.ts'
import { CHANNELS, OPT_OUT_STATES, OPT_OUTS } from './optOutScreen.ts'
import { OptOutSheet } from './OptOutSheet.tsx'

const FILTERS = ['state', 'buyer', 'channel', 'from', 'to']

/** People who don't want to be contacted anymore, and what each buyer that has them did. */
export function OptOutsPage() {
  const { inside, choices } = useDesk()
  const calls = useMemo(() => optOutCalls({ inside }), [inside])
  const list = useList(FILTERS, calls.list)
  const mayAct = useMay('managesBuyers')
  const [opened, setOpened] = useState<'new' | 'file' | OptOutRecord | null>(null)
  const [result, setResult] = useState('')
  const { buyers = [], sees_persons = true } = choices.data ?? {}
  const close = () => setOpened(null)
  const done = (sentence: string) => {
    setOpened(null)
    setResult(sentence)
    list.refresh()
  }
  return (
    <main className="screen">
      <ChoicesNotice />
      <WaitingBuyers calls={calls} list={list} />
      <ListCard
        title={OPT_OUTS.title}
        note={
          <>
            {OPT_OUTS.note} {!sees_persons && OPT_OUTS.masked} <span role="status">{result}</span>
          </>
        }
        list={list}
        columns={columnsOf(setOpened)}
        keyOf={({ revocation }) => revocation}
        empty={{ title: OPT_OUTS.none, why: OPT_OUTS.noneWhy }}
        tools={
          <>
            <ListTools
              list={list}
              searchFor={sees_persons ? OPT_OUTS.searchFor : OPT_OUTS.searchForId}
              choices={[
                { name: 'state', label: OPT_OUTS.state, data: choicesOf(OPT_OUT_STATES) },
                {
                  name: 'buyer',
                  label: OPT_OUTS.buyer,
                  data: buyers.map((buyer) => ({ value: buyer, label: buyer })),
                },
                { name: 'channel', label: OPT_OUTS.channel, data: choicesOf(CHANNELS) },
              ]}
            />
            {mayAct && (
              <div className="list-add opt-out-actions">
                {sees_persons && (
                  <ExportButton name={OPT_OUTS.exportName} load={() => calls.csv(exported(list))} />
                )}
                <Button size="xs" variant="default" onClick={() => setOpened('file')}>
                  {OPT_OUTS.file}
                </Button>
                <Button size="xs" onClick={() => setOpened('new')}>
                  {OPT_OUTS.add}
                </Button>
              </div>
            )}
          </>
        }
      />
      {opened === 'new' && (
        <NewOptOut add={calls.add} onAdded={(notices) => done(OPT_OUTS.added(notices))} onClose={close} />
      )}
      {opened === 'file' && <FileOfOptOuts file={calls.file} onTaken={list.refresh} onClose={close} />}
      {opened !== null && typeof opened === 'object' && (
        <OptOutSheet {...{ calls, mayAct }} optOut={opened} onDone={done} onClose={close} />
      )}
    </main>
  )
}

/** Filters of the list that its file has too. */
function exported({ query: { buyer, from, to, state } }: List<unknown>) {
  const asked = { buyer, from, to, ...((state === 'open' || state === 'late') && { open: true }) }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >
}

/** Buyers that haven't confirmed every notice, the most urgent first. */
function WaitingBuyers({ calls, list }: { calls: OptOutCalls; list: List<unknown> }) {
  const load = useCallback((signal: AbortSignal) => calls.open(signal), [calls])
  const open = useLoaded(load, { now: Date.now, refreshTick: list.refreshTick })
  const { buyers } = open.data ?? {}
  if (open.data && buyers?.length === 0) return null
  return (
    <Card title={OPT_OUTS.waiting}>
      <LoadedPart of={open} failed={OPT_OUTS.waiting}>
        {() =>
          buyers && (
            <PlainTable
              title={OPT_OUTS.waiting}
              columns={[OPT_OUTS.buyer, OPT_OUTS.open, OPT_OUTS.near, OPT_OUTS.late, OPT_OUTS.first]}
              figures={[OPT_OUTS.open, OPT_OUTS.near, OPT_OUTS.late]}
              rows={buyers.map(({ buyer, open, near, late, deadline }) => ({
                key: buyer,
                cells: [
                  <button
                    key="buyer"
                    type="button"
                    className="link"
                    onClick={() => list.filter({ buyer, state: 'open' })}
                  >
                    {buyer}
                  </button>,
                  show(open, 'count'),
                  show(near, 'count'),
                  show(late, 'count'),
                  dayText(today(deadline)),
                ],
              }))}
            />
          )
        }
      </LoadedPart>
    </Card>
  )
}

function choicesOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}

function columnsOf(open: (optOut: OptOutRecord) => void): ListColumn<OptOutRecord>[] {
  return [
    {
      title: OPT_OUTS.optOut,
      whole: true,
      cell: (one) => (
        <button type="button" className="link" onClick={() => open(one)}>
          {OPT_OUTS.optOutOf(one.revocation)}
        </button>
      ),
    },
    {
      title: OPT_OUTS.person,
      cell: ({ phone, email }) =>
        [phone, email].map((contact) => contact !== null && <div key={contact}>{contact}</div>),
    },
    {
      title: OPT_OUTS.channel,
      cell: ({ channel, source }) => (source === '' ? CHANNELS[channel] : OPT_OUTS.reportedBy(source)),
    },
    { title: OPT_OUTS.received, cell: ({ at }) => <time>{momentText(at)}</time> },
    { title: OPT_OUTS.buyers, wide: true, cell: (one) => <Progress optOut={one} now={Date.now()} /> },
  ]
}

/** Number of buyers that have confirmed, and the first deadline of the others: a word, a sign and a color. */
function Progress({ optOut: { notices, scope, source }, now }: { optOut: OptOutRecord; now: number }) {
  if (scope === 'buyer') return OPT_OUTS.ofOne(source)
  const needed = notices.filter(({ state }) => state !== 'suppressed')
  if (needed.length === 0) return OPT_OUTS.noBuyer
  const waiting = needed.filter(({ acknowledged_at }) => acknowledged_at === null)
  const buyers = new Set(needed.map(({ buyer }) => buyer))
  const late = new Set(waiting.map(({ buyer }) => buyer))
  if (waiting.length === 0)
    return (
      <span className="state" data-state="accepted">
        {OPT_OUTS.allConfirmed(buyers.size)}
      </span>
    )
  const deadline = Math.min(...waiting.map((one) => one.deadline))
  const isLate = deadline < now
  return (
    <>
      <span className="state" data-state={isLate ? 'dead' : 'due'}>
        {OPT_OUTS.confirmedOf(buyers.size - late.size, buyers.size)}
      </span>{' '}
      {(isLate ? OPT_OUTS.overdueSince : OPT_OUTS.dueBy)(dayText(today(deadline)))}
    </>
  )
}
