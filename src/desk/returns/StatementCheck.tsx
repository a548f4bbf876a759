import { Alert, Button, FileInput, Progress, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { StatementPart } from '../../../schemas/desk/returns.ts'
import type { StatementEntry } from '../../../schemas/desk/statement.ts'
import { instants } from '../../operator/days/days.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { CHECK, FILE_COLUMNS, fileFields } from './returnScreen.ts'
import { SHEET } from '../../operator/screenWords.ts'
import { Card } from '../parts/Card.tsx'
import { BuyerChoice } from './BuyerChoice.tsx'
import type { ReturnCalls } from './returnCalls.ts'
import { FileColumns } from './FileColumns.tsx'
import { StatementResult, type Checked } from './StatementResult.tsx'
import { useChosenFile } from './useChosenFile.ts'

/** Both as `YYYY-MM-DD`, or empty for all days. */
interface Days {
  from: string
  to: string
}

const FIELDS = ['id', 'key', 'phone', 'time', 'amount'] as const

/** A buyer's statement: chosen, its columns named, compared with the ledger. */
export function StatementCheck({ calls }: { calls: ReturnCalls }) {
  const { days, setDays, chosenFile, isBusy, failure, progress, check, checked } = useStatementCheck(calls)
  const { buyer, chooseBuyer, file, isTooLarge, choose, chosen, called, call } = chosenFile
  const wrongDays = (days.from === '') !== (days.to === '') || days.from > days.to
  const isNamed = called.id !== undefined || called.key !== undefined || called.phone !== undefined
  return (
    <>
      <Card title={CHECK.title}>
        <p className="card-note">{CHECK.note}</p>
        <div className="people-form">
          <BuyerChoice label={CHECK.buyer} value={buyer} onChange={chooseBuyer} />
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="date"
              label={CHECK[end]}
              value={days[end]}
              error={wrongDays && end === 'to'}
              onChange={({ currentTarget }) => setDays({ ...days, [end]: currentTarget.value })}
            />
          ))}
          <FileInput
            label={CHECK.file}
            placeholder={CHECK.choose}
            accept=".csv,.txt,.xlsx"
            className="return-file"
            error={isTooLarge && CHECK.tooLarge}
            value={file}
            onChange={(next) => void choose(next)}
          />
          <p className="card-note" data-wrong={wrongDays || undefined}>
            {wrongDays ? CHECK.halfDays : CHECK.days}
          </p>
        </div>
        {chosen && (
          <>
            <FileColumns
              fields={fileFields(FIELDS)}
              about={FILE_COLUMNS.about(FIELDS)}
              columns={chosen.columns}
              called={called}
              onChange={call}
            />
            {!isNamed && <p className="card-note">{CHECK.noName}</p>}
            <Button
              mt="sm"
              disabled={buyer === null || !isNamed || wrongDays}
              loading={isBusy}
              onClick={() => void check()}
            >
              {CHECK.act}
            </Button>
          </>
        )}
        {isBusy && <CheckProgress progress={progress} />}
        {failure !== null && (
          <Alert role="alert" color="red" mt="sm">
            {failure}
          </Alert>
        )}
      </Card>
      {checked && <StatementResult checked={checked} />}
    </>
  )
}

/** Reads the chosen file, and compares it with the ledger. */
function useStatementCheck(calls: ReturnCalls) {
  const [days, changeDays] = useState<Days>({ from: '', to: '' })
  const [progress, setProgress] = useState<Progressed | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const { isBusy, failure, setFailure, run } = useAction(whyNotChecked)
  const asking = useRef<AbortController>(null)
  useEffect(() => () => asking.current?.abort(), [])
  const reset = () => (setChecked(null), setFailure(null), setProgress(null))
  const chosenFile = useChosenFile({ kind: 'statement', calls, run, reset })
  const { buyer, chosen, called } = chosenFile
  const setDays = (next: Days) => (reset(), changeDays(next))

  const check = async () => {
    if (!chosen || buyer === null) return
    reset()
    const { signal } = (asking.current = new AbortController())
    const { name, content } = chosen
    const range = days.from === '' ? {} : instants(days)
    const parts = gathered(setProgress)
    await run(async () => {
      await calls.statement(
        { name, content, buyer, columns: called, ...range },
        (part) => parts.hear(part),
        signal,
      )
      setChecked({ ...parts.whole(), buyer, file: name })
    })
  }

  return { days, setDays, chosenFile, isBusy, failure, progress, check, checked }
}

interface Progressed {
  done: number
  of: number
}

type Sums = Extract<StatementPart, { sums: unknown }>

/** Gathers the parts of a comparison as they arrive. */
function gathered(onProgress: (progress: Progressed) => void) {
  const entries: StatementEntry[] = []
  const csv: string[] = []
  let ended: Sums | null = null
  return {
    hear(part: StatementPart): void {
      if ('failed' in part) throw new Error(part.failed)
      if ('done' in part) onProgress(part)
      else if ('entries' in part) {
        for (const entry of part.entries) entries.push(entry)
        csv.push(part.csv)
      } else ended = part
    },
    whole(): Omit<Checked, 'buyer' | 'file'> {
      if (ended === null) throw new Error(CHECK.cut)
      return { ...ended, entries, csv }
    },
  }
}

function CheckProgress({ progress }: { progress: Progressed | null }) {
  return (
    <div className="return-progress">
      <Progress
        value={progress ? (100 * progress.done) / Math.max(1, progress.of) : 0}
        animated
        aria-label={CHECK.title}
      />
      <p role="status">{progress ? CHECK.progress(progress.done, progress.of) : CHECK.reading}</p>
    </div>
  )
}

/** The stream itself may report the error. */
function whyNotChecked(error: unknown): string {
  const isSaid = error instanceof Error && !('config' in error)
  return SHEET.failed(isSaid ? error.message : reasonOf(error))
}
