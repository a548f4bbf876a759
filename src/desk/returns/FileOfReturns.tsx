import { Alert, Button, FileInput } from '@mantine/core'
import { useState } from 'react'
import type { ReturnsFileAnswer, ReturnsFileLine } from '../../../schemas/desk/returns.ts'
import { MOST_RETURNS_TEXT } from '../../../schemas/inputLimits.ts'
import { show } from '../../stats/grid/cells.ts'
import { useAction } from '../../stats/useAction.ts'
import { FILE_OUTCOMES, RETURNS_FILE } from '../../texts/desk/returnScreen.ts'
import { Card } from '../Card.tsx'
import { BuyerChoice } from './BuyerChoice.tsx'
import { TableInPages } from './TableInPages.tsx'
import type { ReturnCalls } from './returnCalls.ts'

/** A file of returns: shown line by line, and booked once that is confirmed. */
export function FileOfReturns({ calls }: { calls: ReturnCalls }) {
  const [buyer, setBuyer] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<ReturnsFileAnswer | null>(null)
  const { isBusy, failure, setFailure, run } = useAction()
  const reset = () => (setAnswer(null), setFailure(null))
  const ask = async (content: string, apply: boolean) => {
    if (buyer !== null) await run(async () => setAnswer(await calls.file({ buyer, text: content, apply })))
  }
  const look = async () => {
    const content = (await file?.text()) ?? ''
    setText(content)
    await ask(content, false)
  }
  const isTooLarge = file !== null && file.size > MOST_RETURNS_TEXT
  return (
    <Card title={RETURNS_FILE.title}>
      <p className="card-note">{RETURNS_FILE.note}</p>
      <div className="people-form">
        <BuyerChoice
          label={RETURNS_FILE.buyer}
          value={buyer}
          onChange={(next) => (setBuyer(next), reset())}
        />
        <FileInput
          label={RETURNS_FILE.file}
          placeholder={RETURNS_FILE.choose}
          accept=".csv,text/csv"
          className="return-file"
          error={isTooLarge && RETURNS_FILE.tooLarge}
          value={file}
          onChange={(chosen) => (setFile(chosen), reset())}
        />
        <Button
          disabled={buyer === null || file === null || isTooLarge}
          loading={isBusy && !answer}
          onClick={() => void look()}
        >
          {RETURNS_FILE.look}
        </Button>
      </div>
      {failure !== null && (
        <Alert role="alert" color="red">
          {failure}
        </Alert>
      )}
      {answer && <Lines answer={answer} isBusy={isBusy} onBook={() => void ask(text, true)} />}
    </Card>
  )
}

interface Shown {
  answer: ReturnsFileAnswer
  isBusy: boolean
  onBook: () => void
}

function Lines({ answer, isBusy, onBook }: Shown) {
  const { applied, lines, returned_cents } = answer
  const count = RETURNS_FILE.sales(lines.filter(({ outcome }) => outcome === 'returned').length)
  const price = show(returned_cents, 'cents')
  const unread = lines.filter(({ outcome }) => outcome === 'unreadable').length
  const isBookable =
    !applied && unread === 0 && lines.some(({ outcome }) => outcome === 'returned' || outcome === 'waits')
  const sentence = applied
    ? RETURNS_FILE.booked(count, price)
    : unread > 0
      ? RETURNS_FILE.cannot(RETURNS_FILE.linesOf(unread))
      : isBookable
        ? RETURNS_FILE.wouldBook(count, price)
        : RETURNS_FILE.nothing
  return (
    <>
      <p role="status" className="return-sum">
        {sentence}
      </p>
      {isBookable && (
        <Button loading={isBusy} onClick={onBook}>
          {RETURNS_FILE.book(count, price)}
        </Button>
      )}
      <TableInPages
        key={String(applied)}
        title={RETURNS_FILE.lines}
        columns={[
          RETURNS_FILE.line,
          RETURNS_FILE.names,
          RETURNS_FILE.outcome,
          RETURNS_FILE.amount,
          RETURNS_FILE.wrong,
        ]}
        rows={lines}
        cellsOf={cellsOf(applied)}
      />
    </>
  )
}

function cellsOf(applied: boolean) {
  return ({ line, column, id, key, outcome, reason, cents }: ReturnsFileLine) => [
    line,
    id ?? key ?? '',
    <span key="state" className="state" data-state={MARKS[outcome] ?? ''}>
      {FILE_OUTCOMES[outcome][applied ? 0 : 1]}
    </span>,
    show(cents, 'cents'),
    reason !== null && (
      <div key="why" className="return-why">
        {column !== null && RETURNS_FILE.column(column)}
        {reason}
      </div>
    ),
  ]
}

/** The colours of states that leads have as well. */
const MARKS: Partial<Record<ReturnsFileLine['outcome'], string>> = {
  returned: 'accepted',
  known: 'duplicate',
  waits: 'due',
  conflict: 'rejected',
  unknown: 'rejected',
  full: 'rejected',
  unreadable: 'rejected',
}
