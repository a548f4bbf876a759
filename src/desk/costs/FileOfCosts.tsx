import { Alert, Button, FileInput, NativeSelect, Progress, TextInput } from '@mantine/core'
import { useState } from 'react'
import type {
  CalledCosts,
  CostFile,
  CostSummary as Summary,
  NamedCostColumns,
} from '../../../schemas/desk/costs.ts'
import { MOST_FILE_BYTES } from '../../../schemas/kernel/formFieldLimits.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { SHEET } from '../../operator/screenWords.ts'
import { Card } from '../parts/Card.tsx'
import { FileColumns } from '../returns/FileColumns.tsx'
import { base64Of } from '../../operator/loading/base64Of.ts'
import type { CostCalls, Progress as Progressed } from './costCalls.ts'
import { COST_FIELDS, COSTS } from './costScreen.ts'
import { CostSummary } from './CostSummary.tsx'

interface Props {
  calls: CostCalls
  paths: readonly string[]
  onImported: () => void
}

/** A file of costs: chosen, its columns named, previewed, and imported after confirmation. */
export function FileOfCosts({ calls, paths, onImported }: Props) {
  const file = useCostFile(calls, onImported)
  const { asked, set, upload, isTooLarge, choose, chosen, called, call, summary, progress, isBusy, failure } =
    file
  const path = asked.path === '' ? (paths.length === 1 ? paths[0]! : '') : asked.path
  const isSource = /^[\w.-]{1,60}$/.test(asked.source)
  const isReady = path !== '' && isSource && chosen && called.day !== undefined && called.amount !== undefined
  const changed = summary ? summary.added + summary.replaced : 0
  const isImportable = summary?.import === null && summary.problem_count === 0 && changed > 0
  const field = (name: 'source' | 'currency' | 'aff_id') => ({
    value: asked[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      set({ [name]: currentTarget.value }),
    autoCapitalize: 'none',
    spellCheck: false,
  })
  return (
    <Card title={COSTS.file}>
      <p className="card-note">{COSTS.about}</p>
      <div className="people-form">
        <NativeSelect
          label={COSTS.site}
          data={[...(paths.length === 1 ? [] : ['']), ...paths]}
          value={path}
          onChange={({ currentTarget }) => set({ path: currentTarget.value })}
        />
        <TextInput
          label={COSTS.source}
          placeholder={COSTS.sourceAbout}
          error={asked.source !== '' && !isSource && COSTS.sourceWrong}
          maxLength={60}
          {...field('source')}
        />
        <FileInput
          label={COSTS.fileLabel}
          placeholder={COSTS.choose}
          accept=".csv,.txt,.xlsx"
          className="return-file"
          error={isTooLarge && COSTS.tooLarge}
          value={upload}
          onChange={(next) => void choose(next)}
        />
      </div>
      {chosen && (
        <>
          {chosen.columns.program !== null && (
            <p className="card-note">{COSTS.recognized(chosen.columns.program)}</p>
          )}
          <FileColumns
            fields={COST_FIELDS}
            about={COSTS.columnsAbout}
            columns={chosen.columns}
            called={called}
            onChange={call}
          />
          <div className="people-form">
            {called.currency === undefined && (
              <TextInput
                label={COSTS.currencyOfAll}
                placeholder={COSTS.currencyAbout}
                maxLength={3}
                {...field('currency')}
              />
            )}
            {called.aff_id === undefined && (
              <TextInput
                label={COSTS.affiliate}
                placeholder={COSTS.affiliateAbout}
                maxLength={200}
                {...field('aff_id')}
              />
            )}
            <NativeSelect
              label={COSTS.dayOrder}
              data={Object.entries(COSTS.dayOrders).map(([value, label]) => ({ value, label }))}
              value={asked.day_order}
              onChange={({ currentTarget }) => set({ day_order: currentTarget.value as DayOrder })}
            />
          </div>
        </>
      )}
      <Button
        mt="sm"
        disabled={!isReady}
        loading={isBusy && !summary}
        onClick={() => void file.ask(path, false)}
      >
        {COSTS.preview}
      </Button>
      {isBusy && summary && (
        <div className="return-progress">
          <Progress
            value={progress ? (100 * progress.done) / Math.max(1, progress.of) : 0}
            animated
            aria-label={COSTS.file}
          />
          <p role="status">{progress ? COSTS.progress(progress.done, progress.of) : COSTS.reading}</p>
        </div>
      )}
      {failure !== null && (
        <Alert role="alert" color="red" mt="sm">
          {failure}
        </Alert>
      )}
      {summary && <CostSummary key={String(summary.import)} summary={summary} />}
      {isImportable && (
        <Button mt="sm" loading={isBusy} onClick={() => void file.ask(path, true)}>
          {COSTS.import(changed)}
        </Button>
      )}
    </Card>
  )
}

type DayOrder = keyof typeof COSTS.dayOrders

interface Chosen {
  name: string
  content: string
  columns: NamedCostColumns
}

const NOTHING = { path: '', source: '', currency: '', aff_id: '', day_order: '' as DayOrder }

/** The chosen file, what is asked about it, and what the server answered. */
function useCostFile(calls: CostCalls, onImported: () => void) {
  const [asked, setAsked] = useState(NOTHING)
  const [upload, setUpload] = useState<File | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [called, setCalled] = useState<CalledCosts>({})
  const [summary, setSummary] = useState<Summary | null>(null)
  const [progress, setProgress] = useState<Progressed | null>(null)
  const { isBusy, failure, setFailure, run } = useAction(whyNotImported)
  const isTooLarge = upload !== null && upload.size > MOST_FILE_BYTES
  const reset = () => (setSummary(null), setProgress(null), setFailure(null))

  const set = (next: Partial<typeof NOTHING>) => {
    reset()
    setAsked({ ...asked, ...next })
    if (next.source !== undefined && chosen) setCalled(columnsFor(chosen.columns, next.source))
  }
  const choose = async (next: File | null) => {
    reset()
    setUpload(next)
    setChosen(null)
    if (!next || next.size > MOST_FILE_BYTES) return
    await run(async () => {
      const content = await base64Of(next)
      const columns = await calls.columns({ name: next.name, content })
      setChosen({ name: next.name, content, columns })
      setCalled(columnsFor(columns, asked.source))
    })
  }
  const call = (next: CalledCosts) => {
    reset()
    setCalled(next)
  }
  const ask = async (path: string, apply: boolean) => {
    if (!chosen) return
    if (!apply) reset()
    const { name, content } = chosen
    const { source, currency, aff_id, day_order } = asked
    const file: CostFile = {
      name,
      content,
      path,
      source,
      columns: called,
      apply,
      ...(called.currency === undefined && currency !== '' && { currency: currency.toUpperCase() }),
      ...(called.aff_id === undefined && aff_id !== '' && { aff_id }),
      ...(day_order !== '' && { day_order }),
    }
    await run(async () => {
      setSummary(await calls.file(file, setProgress))
      if (apply) onImported()
    })
  }
  return {
    asked,
    set,
    upload,
    isTooLarge,
    choose,
    chosen,
    called,
    call,
    summary,
    progress,
    isBusy,
    failure,
    ask,
  }
}

function columnsFor({ guessed, remembered }: NamedCostColumns, source: string): CalledCosts {
  return remembered.find((one) => one.source === source)?.columns ?? guessed
}

/** The stream itself may report the error. */
function whyNotImported(error: unknown): string {
  const isSaid = error instanceof Error && !('config' in error)
  return SHEET.failed(isSaid ? error.message : reasonOf(error))
}
