import { Button, Checkbox, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { ExperimentTerms, StartExperiment } from '../../../schemas/reports/experiments.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { useAction } from '../../operator/loading/useAction.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { EXPERIMENTS } from './experimentWords.ts'
import { count } from './findings.ts'

interface Props {
  terms: readonly ExperimentTerms[]
  onStart: (start: StartExperiment) => Promise<unknown>
  onClose: () => void
}

/** Starts an experiment on one of the paths that have something to compare. */
export function StartSheet({ terms, onStart, onClose }: Props) {
  const [path, setPath] = useState(terms[0]?.path ?? null)
  const chosen = terms.find((one) => one.path === path)
  return (
    <MiddleSheet opened onClose={onClose} title={EXPERIMENTS.startTitle} size="lg">
      {chosen ? (
        <div className="experiment-form">
          <Select
            label={EXPERIMENTS.path}
            data={terms.map((one) => one.path)}
            value={path}
            onChange={(next) => next !== null && setPath(next)}
            allowDeselect={false}
          />
          <StartForm key={path} terms={chosen} {...{ onStart, onClose }} />
        </div>
      ) : (
        <Notice title={EXPERIMENTS.cantStart}>{EXPERIMENTS.cantStartWhy}</Notice>
      )}
    </MiddleSheet>
  )
}

function StartForm({ terms, onStart, onClose }: Omit<Props, 'terms'> & { terms: ExperimentTerms }) {
  const { path, shares, daily_visitors, ages, cap } = terms
  const { isBusy, failure, run } = useAction()
  const [name, setName] = useState('')
  const [control, setControl] = useState(String(leading(shares)))
  const [days, setDays] = useState('28')
  const [capText, setCapText] = useState((cap / 100).toFixed(2))
  const [promotes, setPromotes] = useState(false)
  const [isTried, setTried] = useState(false)
  const wrong = {
    name: name.trim() === '',
    days: !/^\d{1,2}$/.test(days) || Number(days) < 1 || Number(days) > 90,
    cap: !/^\d{1,6}(\.\d{1,2})?$/.test(capText) || Number(capText) <= 0,
  }
  const shown = (isWrong: boolean, words: string) => isTried && isWrong && words
  const start = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong.name || wrong.days || wrong.cap) return
    const plan = {
      path,
      name: name.trim(),
      control: Number(control),
      days: Number(days),
      cap: Math.round(Number(capText) * 100),
      ages,
      promotes,
    }
    void run(() => onStart(plan).then(onClose))
  }
  return (
    <form onSubmit={start} noValidate className="experiment-form">
      <TextInput
        label={EXPERIMENTS.name}
        placeholder={EXPERIMENTS.nameExample}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={shown(wrong.name, EXPERIMENTS.nameWrong)}
        maxLength={80}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={EXPERIMENTS.controlField}
          data={shares.map(({ version, weight }) => ({
            value: String(version),
            label: EXPERIMENTS.shareOf(version, weight),
          }))}
          value={control}
          onChange={(next) => next !== null && setControl(next)}
          allowDeselect={false}
        />
        <TextInput
          label={EXPERIMENTS.days}
          inputMode="numeric"
          value={days}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
          error={shown(wrong.days, EXPERIMENTS.daysWrong)}
        />
      </SimpleGrid>
      {daily_visitors > 0 && (
        <Text size="sm" c="dimmed">
          {EXPERIMENTS.daysAbout(count(daily_visitors))}
        </Text>
      )}
      <TextInput
        label={EXPERIMENTS.capField}
        description={EXPERIMENTS.capAbout}
        leftSection="$"
        inputMode="decimal"
        value={capText}
        onChange={({ currentTarget }) => setCapText(currentTarget.value.replace(/[$,\s]/g, ''))}
        error={shown(wrong.cap, EXPERIMENTS.capWrong)}
      />
      <Text size="sm">
        {ages.length === 0
          ? EXPERIMENTS.windowUnknown
          : EXPERIMENTS.windowAbout(
              ages.map(({ offer, days }) => EXPERIMENTS.offerAge(offer, days)).join(', '),
            )}
      </Text>
      <Checkbox
        label={EXPERIMENTS.promotesField}
        checked={promotes}
        onChange={({ currentTarget }) => setPromotes(currentTarget.checked)}
      />
      <SheetEnd failure={failure} onCancel={onClose}>
        <Button type="submit" loading={isBusy}>
          {EXPERIMENTS.startNow}
        </Button>
      </SheetEnd>
    </form>
  )
}

/** The version that most visitors see, or the oldest of equals: what is usually compared with. */
function leading(shares: ExperimentTerms['shares']): number {
  return shares.toSorted((a, b) => b.weight - a.weight || a.version - b.version)[0]!.version
}
