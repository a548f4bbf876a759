import './replay.css'
import { Alert, Button, Group, NativeSelect, Progress, Text } from '@mantine/core'
import { useState } from 'react'
import { MiddleSheet } from '../../../operator/sheets/Sheet.tsx'
import { DRAFTS } from '../../parts/draftScreen.ts'
import { REPLAY } from './replayScreen.ts'
import { ProblemsPane } from '../../panes/ProblemsPane.tsx'
import type { DraftKeeper } from '../saving/draftKeeper.ts'
import { ReplayLines } from './ReplayLines.tsx'
import type { Replayed } from './runReplay.ts'
import { useReplay, type Stage } from './useReplay.ts'
import { WitnessVisit } from './WitnessVisit.tsx'

interface Props {
  keeper: DraftKeeper
  path: string
  /** Revision of the saved draft. */
  revision: number
  onClose: () => void
}

type Days = `${keyof typeof REPLAY.days}`

/** Replays recorded visits on a draft: which ones, the progress, the result, and single visits. */
export function ReplaySheet({ keeper, path, revision, onClose }: Props) {
  const { stage, start, stop } = useReplay(keeper, path)
  const [days, setDays] = useState<Days>('30')
  const [witness, setWitness] = useState<string | null>(null)
  const isWalking = stage.at === 'walking'
  const begin = () => {
    setWitness(null)
    start(days === 'all' ? null : Number(days))
  }
  if (stage.at === 'done' && witness !== null && stage.so.version !== null)
    return (
      <MiddleSheet opened onClose={onClose} title={REPLAY.title(path)} size="xl">
        <WitnessVisit
          asked={{
            path,
            revision: stage.revision,
            version: stage.so.version,
            session_uuid: witness,
          }}
          onBack={() => setWitness(null)}
        />
      </MiddleSheet>
    )
  return (
    <MiddleSheet opened onClose={onClose} title={REPLAY.title(path)} size="lg">
      <Text size="sm">{REPLAY.about}</Text>
      <Group gap="xs" align="end" my="sm">
        <NativeSelect
          size="sm"
          label={REPLAY.which}
          value={days}
          disabled={isWalking}
          onChange={({ currentTarget }) => setDays(currentTarget.value as Days)}
          data={Object.entries(REPLAY.days).map(([value, label]) => ({ value, label }))}
        />
        {isWalking ? (
          <Button variant="default" onClick={stop}>
            {REPLAY.stop}
          </Button>
        ) : (
          <Button onClick={begin}>{stage.at === 'asked' ? REPLAY.start : REPLAY.again}</Button>
        )}
      </Group>
      {isWalking && <Walking so={stage.so} />}
      <div role="status" className="difference">
        <Outcome stage={stage} isStale={isOf(stage, revision)} onSee={setWitness} />
      </div>
    </MiddleSheet>
  )
}

/** True if the replayed draft is not the saved one. */
function isOf(stage: Stage, revision: number): boolean {
  return stage.at === 'done' && stage.revision !== revision
}

/** Progress, announced by the bar itself, not with every part. */
function Walking({ so: { visits, total } }: { so: Replayed }) {
  const words =
    total === null
      ? REPLAY.reading
      : REPLAY.walked(visits.toLocaleString('en-US'), total.toLocaleString('en-US'))
  const percent = total ? Math.floor((100 * visits) / total) : 0
  return (
    <>
      <Progress.Root>
        <Progress.Section value={percent} aria-label={REPLAY.progress} aria-valuetext={words} />
      </Progress.Root>
      <Text size="sm" mt={4}>
        {words}
      </Text>
    </>
  )
}

interface OutcomeProps {
  stage: Stage
  isStale: boolean
  onSee: (witness: string) => void
}

function Outcome({ stage, isStale, onSee }: OutcomeProps) {
  if (stage.at === 'asked' || stage.at === 'walking') return null
  if (stage.at === 'stopped')
    return <Text size="sm">{REPLAY.stopped(stage.so.visits.toLocaleString('en-US'))}</Text>
  if (!('so' in stage))
    return (
      <Alert color={stage.at === 'stale' ? 'yellow' : 'red'} title={stage.title}>
        {stage.reason}
      </Alert>
    )
  const { so } = stage
  if (so.problems.length > 0)
    return (
      <ProblemsPane problems={so.problems} flowFile={DRAFTS.flowFile}>
        <Alert color="red">{DRAFTS.cannotCompare}</Alert>
      </ProblemsPane>
    )
  return (
    <>
      {isStale && (
        <Alert color="yellow" title={REPLAY.stale}>
          {REPLAY.staleNote}
        </Alert>
      )}
      <ReplayLines so={so} onSee={isStale ? null : onSee} />
    </>
  )
}
