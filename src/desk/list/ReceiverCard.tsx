import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { momentText } from '../../time/momentText.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import type { Loaded } from '../../operator/loading/useLoaded.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { useMay } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { PlainTable } from './PlainTable.tsx'

/** Words of a card of receivers. */
interface ReceiverWords {
  make: string
  failed: string
  none: string
  noneWhy: string
  test: string
  testOf: (name: string) => string
  tested: (name: string, sentence: string) => string
  end: string
  endOf: (name: string) => string
  endTitle: (name: string) => string
  endNote: string
  endNow: string
  ended: (moment: string) => string
}

interface Props<One> {
  id: string
  title: string
  notes: readonly string[]
  words: ReceiverWords
  /** Titles of the columns; the last has the buttons. */
  columns: readonly string[]
  factsOf: (one: One) => ReactNode[]
  receivers: Loaded<One[]>
  test: (name: string) => Promise<{ sentence: string }>
  end: (name: string) => Promise<unknown>
  newSheet: (close: () => void) => ReactNode
  onChange: () => void
}

/** List of receivers of messages, such as webhooks and postbacks, which managers create, test, and end. */
export function ReceiverCard<One extends { name: string; ended_at: number | null }>({
  id,
  title,
  notes,
  words,
  columns,
  factsOf,
  receivers,
  test,
  end,
  newSheet,
  onChange,
}: Props<One>) {
  const mayManage = useMay('managesBuyers')
  const [asked, setAsked] = useState<'make' | One | null>(null)
  const [result, setResult] = useState('')
  const close = () => {
    setAsked(null)
    onChange()
  }
  const tryOut = async (name: string) => {
    setResult('')
    setResult(words.tested(name, await test(name).then(({ sentence }) => sentence, reasonOf)))
  }
  return (
    <section className="card" aria-labelledby={id} aria-busy={receivers.loading}>
      <header className="card-head">
        <div>
          <h1 id={id}>{title}</h1>
          {notes.map((note) => (
            <p key={note} className="card-note">
              {note}
            </p>
          ))}
          <p className="card-note" role="status">
            {result}
          </p>
        </div>
        {mayManage && (
          <Button size="xs" onClick={() => setAsked('make')}>
            {words.make}
          </Button>
        )}
      </header>
      <LoadedPart of={receivers} failed={words.failed}>
        {(data) =>
          data?.length === 0 ? (
            <Notice title={words.none}>{words.noneWhy}</Notice>
          ) : (
            <PlainTable
              title={title}
              columns={columns}
              rows={
                data?.map((one) => ({
                  key: one.name,
                  cells: [
                    ...factsOf(one),
                    one.ended_at !== null ? (
                      <time>{words.ended(momentText(one.ended_at))}</time>
                    ) : (
                      mayManage && (
                        <Acts name={one.name} words={words} onTest={tryOut} onEnd={() => setAsked(one)} />
                      )
                    ),
                  ],
                })) ?? null
              }
            />
          )
        }
      </LoadedPart>
      {asked === 'make' && newSheet(close)}
      {asked !== null && asked !== 'make' && (
        <AskFirst
          title={words.endTitle(asked.name)}
          note={words.endNote}
          act={words.endNow}
          onAct={() => end(asked.name)}
          onClose={close}
        />
      )}
    </section>
  )
}

interface ActsProps {
  name: string
  words: ReceiverWords
  onTest: (name: string) => Promise<void>
  onEnd: () => void
}

function Acts({ name, words, onTest, onEnd }: ActsProps) {
  const [isBusy, setBusy] = useState(false)
  return (
    <span className="row-acts">
      <Button
        size="xs"
        variant="default"
        aria-label={words.testOf(name)}
        loading={isBusy}
        onClick={() => {
          setBusy(true)
          void onTest(name).finally(() => setBusy(false))
        }}
      >
        {words.test}
      </Button>
      <Button size="xs" variant="default" aria-label={words.endOf(name)} onClick={onEnd}>
        {words.end}
      </Button>
    </span>
  )
}
