import { Alert, Button, FileInput, Progress, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { NamedColumns, StatementPart } from '../../../schemas/desk/returns.ts'
import type { StatementEntry } from '../../../schemas/statement.ts'
import { instants } from '../../stats/address/days.ts'
import { reasonOf } from '../../stats/login/operatorCalls.ts'
import { CHECK, RETURNS_FILE } from '../../texts/desk/returnScreen.ts'
import { Card } from '../Card.tsx'
import { BuyerChoice } from './BuyerChoice.tsx'
import { base64Of } from './fileContent.ts'
import type { ReturnCalls } from './returnCalls.ts'
import { guessed, StatementColumns, type Called } from './StatementColumns.tsx'
import { StatementResult, type Checked } from './StatementResult.tsx'

/** As schemas/desk/returns.ts has it, which the page does not load. */
const MOST_BYTES = 8 * 1024 ** 2

interface Chosen {
  name: string
  content: string
  columns: NamedColumns
}

/** A buyer's statement: chosen, its columns named, held against the ledger. */
export function StatementCheck({ calls }: { calls: ReturnCalls }) {
  const [buyer, setBuyer] = useState<string | null>(null)
  const [days, setDays] = useState({ from: '', to: '' })
  const [file, setFile] = useState<File | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [called, setCalled] = useState<Called>({})
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const asking = useRef<AbortController>(null)
  useEffect(() => () => asking.current?.abort(), [])
  const reset = () => (setChecked(null), setFailure(null), setProgress(null))

  const choose = async (next: File | null) => {
    reset()
    setFile(next)
    setChosen(null)
    if (!next || next.size > MOST_BYTES) return
    setBusy(true)
    try {
      const { name } = next
      const content = await base64Of(next)
      const columns = await calls.columns({ name, content })
      setChosen({ name, content, columns })
      setCalled(guessed(columns.names))
    } catch (error) {
      setFailure(RETURNS_FILE.failed(reasonOf(error)))
    }
    setBusy(false)
  }

  const check = async () => {
    if (!chosen || buyer === null) return
    reset()
    setBusy(true)
    const aborter = (asking.current = new AbortController())
    const { name, content } = chosen
    const { from, to } = days
    const range = from === '' ? {} : instants({ from, to })
    const gathered: { entries: StatementEntry[]; csv: string[] } = { entries: [], csv: [] }
    let ended: Extract<StatementPart, { sums: unknown }> | null = null
    const hear = (part: StatementPart) => {
      if ('failed' in part) throw new Error(part.failed)
      if ('done' in part) setProgress(part)
      else if ('entries' in part) {
        for (const entry of part.entries) gathered.entries.push(entry)
        gathered.csv.push(part.csv)
      } else ended = part
    }
    try {
      await calls.statement({ name, content, buyer, columns: called, ...range }, hear, aborter.signal)
      if (ended === null) throw new Error(CHECK.cut)
      setChecked({ ...(ended as Extract<StatementPart, { sums: unknown }>), ...gathered, buyer })
    } catch (error) {
      if (!aborter.signal.aborted)
        setFailure(
          RETURNS_FILE.failed(
            error instanceof Error && !('config' in error) ? error.message : reasonOf(error),
          ),
        )
    }
    setBusy(false)
  }

  const isTooLarge = file !== null && file.size > MOST_BYTES
  const wrongDays = (days.from === '') !== (days.to === '') || days.from > days.to
  const isNamed = called.id !== undefined || called.key !== undefined || called.phone !== undefined
  return (
    <>
      <Card title={CHECK.title}>
        <p className="card-note">{CHECK.note}</p>
        <div className="people-form">
          <BuyerChoice label={CHECK.buyer} value={buyer} onChange={(next) => (setBuyer(next), reset())} />
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="date"
              label={CHECK[end]}
              value={days[end]}
              error={wrongDays && end === 'to'}
              onChange={({ currentTarget }) => {
                reset()
                setDays({ ...days, [end]: currentTarget.value })
              }}
            />
          ))}
          <FileInput
            label={CHECK.file}
            placeholder={CHECK.choose}
            accept=".csv,.xlsx"
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
            <StatementColumns
              columns={chosen.columns}
              called={called}
              onChange={(next) => (setCalled(next), reset())}
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
        {isBusy && (
          <div className="return-progress">
            <Progress
              value={progress ? (100 * progress.done) / Math.max(1, progress.of) : 0}
              animated
              aria-label={CHECK.title}
            />
            <p role="status">{progress ? CHECK.progress(progress.done, progress.of) : CHECK.reading}</p>
          </div>
        )}
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
