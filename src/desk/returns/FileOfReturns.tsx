import { Alert, Button, FileInput } from '@mantine/core'
import { useState } from 'react'
import type { ReturnsFileAnswer, ReturnsFileLine } from '../../../schemas/desk/returns.ts'
import { show } from '../../operator/table/cells.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { FILE_OUTCOMES, RETURNS_FILE, FILE_COLUMNS, fileFields } from './returnScreen.ts'
import { Card } from '../parts/Card.tsx'
import { BuyerChoice } from './BuyerChoice.tsx'
import { FileColumns, FileNotes } from './FileColumns.tsx'
import { TableInPages } from './TableInPages.tsx'
import type { ReturnCalls } from './returnCalls.ts'
import { useChosenFile } from './useChosenFile.ts'

const FIELDS = ['id', 'key', 'phone', 'amount', 'reason', 'return_id'] as const

/** A file of returns, its columns named, shown line by line, and booked after confirmation. */
export function FileOfReturns({ calls }: { calls: ReturnCalls }) {
  const [answer, setAnswer] = useState<ReturnsFileAnswer | null>(null)
  const { isBusy, failure, setFailure, run } = useAction()
  const reset = () => (setAnswer(null), setFailure(null))
  const chosenFile = useChosenFile({ kind: 'returns', calls, run, reset })
  const { buyer, chooseBuyer, file, isTooLarge, choose, chosen, called, call } = chosenFile
  const isNamed = called.id !== undefined || called.key !== undefined
  const ask = async (apply: boolean) => {
    if (buyer === null || !chosen) return
    const { name, content } = chosen
    await run(async () => setAnswer(await calls.file({ buyer, name, content, columns: called, apply })))
  }
  return (
    <Card title={RETURNS_FILE.title}>
      <p className="card-note">{RETURNS_FILE.note}</p>
      <div className="people-form">
        <BuyerChoice label={RETURNS_FILE.buyer} value={buyer} onChange={chooseBuyer} />
        <FileInput
          label={RETURNS_FILE.file}
          placeholder={RETURNS_FILE.choose}
          accept=".csv,.txt,.xlsx"
          className="return-file"
          error={isTooLarge && RETURNS_FILE.tooLarge}
          value={file}
          onChange={(next) => void choose(next)}
        />
      </div>
      {chosen && (
        <FileColumns
          fields={fileFields(FIELDS)}
          about={FILE_COLUMNS.about(FIELDS)}
          columns={chosen.columns}
          called={called}
          onChange={call}
        />
      )}
      {chosen && !isNamed && <p className="card-note">{RETURNS_FILE.noName}</p>}
      <Button
        mt="sm"
        disabled={buyer === null || !chosen || !isNamed}
        loading={isBusy && !answer}
        onClick={() => void ask(false)}
      >
        {RETURNS_FILE.look}
      </Button>
      {failure !== null && (
        <Alert role="alert" color="red" mt="sm">
          {failure}
        </Alert>
      )}
      {answer && <Lines answer={answer} isBusy={isBusy} onBook={() => void ask(true)} />}
    </Card>
  )
}

interface Shown {
  answer: ReturnsFileAnswer
  isBusy: boolean
  onBook: () => void
}

function Lines({ answer, isBusy, onBook }: Shown) {
  const { applied, lines, returned_cents, notes } = answer
  const countOf = (what: ReturnsFileLine['outcome']) => lines.filter(({ outcome }) => outcome === what).length
  const [returned, waits, unread] = [countOf('returned'), countOf('waits'), countOf('unreadable')]
  const sum = [RETURNS_FILE.sales(returned), show(returned_cents, 'cents')] as const
  const isBookable = !applied && unread === 0 && returned + waits > 0
  const { tookBack, willTakeBack, willWait } = RETURNS_FILE
  const comesTo = [
    returned > 0 && (applied ? tookBack : willTakeBack)(...sum),
    waits > 0 && (applied ? RETURNS_FILE.waits : willWait)(waits),
    isBookable && RETURNS_FILE.notYet,
  ].filter((sentence) => sentence !== false)
  const sentence =
    unread > 0
      ? RETURNS_FILE.cannot(RETURNS_FILE.linesOf(unread))
      : comesTo.length > 0
        ? comesTo.join(' ')
        : RETURNS_FILE.nothing
  return (
    <>
      <p role="status" className="return-sum">
        {sentence}
      </p>
      <FileNotes notes={notes} />
      {isBookable && (
        <Button loading={isBusy} onClick={onBook}>
          {returned > 0 ? RETURNS_FILE.book(...sum) : RETURNS_FILE.keep}
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
        figures={[RETURNS_FILE.amount]}
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

/** Looks of states that leads have as well. */
const MARKS: Partial<Record<ReturnsFileLine['outcome'], string>> = {
  returned: 'accepted',
  known: 'duplicate',
  waits: 'due',
  conflict: 'rejected',
  unknown: 'rejected',
  full: 'rejected',
  unreadable: 'rejected',
}
