import { Alert, FileInput } from '@mantine/core'
import { useState } from 'react'
import type { RatesRead } from '../../../schemas/desk/costs.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { Card } from '../parts/Card.tsx'
import { base64Of } from '../../operator/loading/base64Of.ts'
import type { CostCalls } from './costCalls.ts'
import { COSTS } from './costScreen.ts'
import { CostProblems } from './CostSummary.tsx'

/** A file of exchange rates, saved at once if all its lines can be read. */
export function RatesCard({ calls }: { calls: CostCalls }) {
  const [file, setFile] = useState<File | null>(null)
  const [read, setRead] = useState<RatesRead | null>(null)
  const { failure, run } = useAction()
  const choose = async (next: File | null) => {
    setFile(next)
    setRead(null)
    if (next)
      await run(async () =>
        setRead(await calls.rates({ name: next.name, content: await base64Of(next), apply: true })),
      )
  }
  return (
    <Card title={COSTS.rates}>
      <p className="card-note">{COSTS.ratesAbout}</p>
      <div className="people-form">
        <FileInput
          label={COSTS.fileLabel}
          placeholder={COSTS.choose}
          accept=".csv,.txt,.xlsx"
          className="return-file"
          value={file}
          onChange={(next) => void choose(next)}
        />
      </div>
      {read && (
        <p role="status" className="return-sum">
          {read.problems.length > 0
            ? COSTS.ratesWrong
            : COSTS.ratesDone(read.rates, read.currencies.join(', '))}
        </p>
      )}
      {read && read.problems.length > 0 && <CostProblems problems={read.problems} />}
      {failure !== null && (
        <Alert role="alert" color="red" mt="sm">
          {failure}
        </Alert>
      )}
    </Card>
  )
}
