import './experiments.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { LoadingBlock } from '../../operator/loading/LoadingBlock.tsx'
import { Notice, Outdated } from '../../operator/loading/Notice.tsx'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { ExperimentCard } from './ExperimentCard.tsx'
import { experimentCalls } from './experimentCalls.ts'
import { EXPERIMENTS } from './experimentWords.ts'
import { StartSheet } from './StartSheet.tsx'
import type { ExperimentTerms } from '../../../schemas/reports/experiments.ts'

interface Props {
  inside: OperatorCalls['inside']
  /** True if the operator publishes, and so may start and promote. */
  publishes: boolean
}

/** Running experiments, then the others, newest first. */
export function ExperimentList({ inside, publishes }: Props) {
  const calls = useMemo(() => experimentCalls({ inside }), [inside])
  const [changes, setChanges] = useState(0)
  const [terms, setTerms] = useState<readonly ExperimentTerms[] | null>(null)
  const { isBusy, failure, run } = useAction()
  const load = useCallback((signal: AbortSignal) => calls.list(signal), [calls])
  const loaded = useLoaded(load, { now: Date.now, refreshTick: changes })
  const refresh = () => setChanges((count) => count + 1)
  const open = () => run(() => calls.terms(new AbortController().signal).then(setTerms))
  const sorted = loaded.data?.toSorted((a, b) => Number(b.ended_at === null) - Number(a.ended_at === null))
  return (
    <>
      <div className="experiments-head">
        <h2>{EXPERIMENTS.title}</h2>
        {publishes && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            loading={isBusy}
            onClick={() => void open()}
          >
            {EXPERIMENTS.start}
          </Button>
        )}
      </div>
      {failure !== null && (
        <Notice title={EXPERIMENTS.failed} urgent>
          {failure}
        </Notice>
      )}
      <Outdated report={loaded} />
      {loaded.failure !== null && (
        <section className="card" aria-label={EXPERIMENTS.title}>
          <Notice title={EXPERIMENTS.failed} urgent action={{ label: SCREEN.retry, act: loaded.retry }}>
            {loaded.failure}
          </Notice>
        </section>
      )}
      {loaded.loading && loaded.data === null && <LoadingBlock height={420} />}
      {sorted?.length === 0 && (
        <section className="card" aria-label={EXPERIMENTS.title}>
          <Notice title={EXPERIMENTS.none}>{EXPERIMENTS.noneWhy}</Notice>
        </section>
      )}
      {sorted?.map((experiment) => (
        <ExperimentCard
          key={experiment.experiment}
          experiment={experiment}
          onChange={
            publishes
              ? (change) => {
                  const { path, experiment: number } = experiment
                  return calls.change({ path, experiment: number, ...change }).then(refresh)
                }
              : undefined
          }
        />
      ))}
      {terms && (
        <StartSheet
          terms={terms}
          onStart={(start) => calls.start(start).then(refresh)}
          onClose={() => setTerms(null)}
        />
      )}
    </>
  )
}
