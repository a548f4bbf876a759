import { Button } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import type { PrivacyRequest } from '../../../schemas/kernel/privacy.ts'
import { momentText } from '../../time/momentText.ts'
import { PRIVACY, PRIVACY_KINDS, PRIVACY_STATES } from './privacyScreen.ts'
import { useDesk, useMay } from '../parts/deskContext.ts'
import { ChoicesNotice } from '../list/ChoicesNotice.tsx'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { useList } from '../list/useList.ts'
import { NewRequest } from './NewRequest.tsx'
import { privacyCalls } from './privacyCalls.ts'
import { RequestSheet } from './RequestSheet.tsx'
import { answerText, RequestState } from './RequestState.tsx'

const FILTERS = ['kind', 'state', 'path', 'from', 'to']

/** Requests of people about their data, newest first. */
export function PrivacyPage() {
  const { inside, choices } = useDesk()
  const calls = useMemo(() => privacyCalls({ inside }), [inside])
  const list = useList(FILTERS, calls.list)
  const mayAct = useMay('managesBuyers')
  const [opened, setOpened] = useState<'new' | PrivacyRequest | null>(null)
  const [result, setResult] = useState('')
  const { offers = [], sees_persons = true } = choices.data ?? {}
  const paths = [...new Set(offers.map(({ path }) => path))].sort()
  const { page, refresh } = list
  useEffect(() => {
    if (!page.data?.data.some(({ state }) => state === 'forgetting')) return
    const timer = setTimeout(refresh, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [page.data, refresh])
  const done = (sentence: string) => {
    setOpened(null)
    setResult(sentence)
    refresh()
  }
  const close = () => setOpened(null)
  return (
    <main className="screen">
      <ChoicesNotice />
      <ListCard
        title={PRIVACY.title}
        note={
          <>
            {PRIVACY.note} {!sees_persons && PRIVACY.masked} <span role="status">{result}</span>
          </>
        }
        list={list}
        columns={columnsOf(setOpened)}
        keyOf={({ request }) => request}
        empty={{ title: PRIVACY.none, why: PRIVACY.noneWhy }}
        tools={
          <>
            <ListTools
              list={list}
              searchFor={sees_persons ? PRIVACY.searchFor : PRIVACY.searchForId}
              choices={[
                { name: 'kind', label: PRIVACY.kind, data: choicesOf(PRIVACY_KINDS) },
                { name: 'state', label: PRIVACY.state, data: choicesOf(PRIVACY_STATES) },
                {
                  name: 'path',
                  label: PRIVACY.path,
                  data: paths.map((path) => ({ value: path, label: `/${path}` })),
                },
              ]}
            />
            {mayAct && (
              <Button size="xs" className="list-add" onClick={() => setOpened('new')}>
                {PRIVACY.add}
              </Button>
            )}
          </>
        }
      />
      {opened === 'new' && (
        <NewRequest
          paths={paths}
          add={calls.add}
          onAdded={(request) => done(PRIVACY.added(request))}
          onClose={close}
        />
      )}
      {opened !== null && opened !== 'new' && (
        <RequestSheet {...{ calls, mayAct }} request={opened} onDone={done} onClose={close} />
      )}
    </main>
  )
}

/** Deleting a person's data takes seconds, unless there are millions of visits. */
const LOOK_AGAIN_MS = 3000

function choicesOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}

function columnsOf(open: (request: PrivacyRequest) => void): ListColumn<PrivacyRequest>[] {
  return [
    {
      title: PRIVACY.request,
      whole: true,
      cell: (one) => (
        <button type="button" className="link" onClick={() => open(one)}>
          {PRIVACY.requestOf(one.request)}
        </button>
      ),
    },
    { title: PRIVACY.kind, whole: true, cell: ({ kind }) => PRIVACY_KINDS[kind] },
    { title: PRIVACY.path, whole: true, cell: ({ path }) => path && `/${path}` },
    {
      title: PRIVACY.person,
      cell: ({ email, phone }) =>
        [email, phone].map((contact) => contact !== null && <div key={contact}>{contact}</div>),
    },
    { title: PRIVACY.came, cell: ({ at }) => <time>{momentText(at)}</time> },
    { title: PRIVACY.state, cell: (one) => <RequestState request={one} now={Date.now()} /> },
    { title: PRIVACY.answer, wide: true, cell: (one) => answerText(one, Date.now()) },
  ]
}
