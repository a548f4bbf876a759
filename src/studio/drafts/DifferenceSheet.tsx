import { Alert, Anchor, Button, Checkbox, Group, Loader, Text, TextInput } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { DraftDifference, PublishedDraft } from '../../../schemas/studio/drafts.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SHEET } from '../../operator/screenWords.ts'
import { DRAFTS } from '../parts/draftScreen.ts'
import { WAITING } from '../parts/waitingScreen.ts'
import { Difference } from '../parts/Difference.tsx'
import { PublishOutcome } from '../parts/PublishOutcome.tsx'
import type { DraftKeeper } from './saving/draftKeeper.ts'
import { useStudio } from '../parts/studioContext.ts'

interface Props {
  toPublish: boolean
  keeper: DraftKeeper
  path: string
  onPublished: () => void
  onClose: () => void
}

type Stage =
  | { at: 'comparing' }
  | { at: 'compared'; difference: DraftDifference; isBusy: boolean }
  | { at: 'published'; published: PublishedDraft }
  | { at: 'failed'; title: string; reason: string }

/** Changes of a draft, in words, and a button to publish it after confirmation. */
export function DifferenceSheet({ toPublish, keeper, path, onPublished, onClose }: Props) {
  const { calls } = useStudio()
  const [stage, setStage] = useState<Stage>({ at: 'comparing' })
  const fail = (title: string) => (error: unknown) =>
    setStage({ at: 'failed', title, reason: reasonOf(error) })

  const compare = useCallback(
    async (signal: AbortSignal) => {
      // The server compares what it has saved.
      if (!(await keeper.save()))
        return setStage({ at: 'failed', title: DRAFTS.compareFailed, reason: DRAFTS.notSavedYet })
      const difference = await calls.difference(path, signal)
      setStage({ at: 'compared', difference, isBusy: false })
    },
    [calls, keeper, path],
  )
  useEffect(() => {
    const leaving = new AbortController()
    compare(leaving.signal).catch((error: unknown) => {
      if (!leaving.signal.aborted) fail(DRAFTS.compareFailed)(error)
    })
    return () => leaving.abort()
  }, [compare])

  const publish = (difference: DraftDifference, given: { live_at?: number; leads_wait?: boolean }) => {
    setStage({ at: 'compared', difference, isBusy: true })
    calls.publish({ path, revision: difference.revision, ...given }).then((published) => {
      setStage({ at: 'published', published })
      onPublished()
    }, fail(DRAFTS.publishFailed))
  }

  const isPublishable = stage.at === 'compared' && toPublish && stage.difference.problems.length === 0
  return (
    <MiddleSheet
      opened
      onClose={onClose}
      title={toPublish ? DRAFTS.publishTitle(path) : DRAFTS.compareTitle(path)}
      size="lg"
    >
      <div role="status" className="difference">
        {stage.at === 'comparing' && (
          <Group>
            <Loader size="sm" aria-hidden />
            <Text>{DRAFTS.comparing}</Text>
          </Group>
        )}
        {stage.at === 'failed' && (
          <Alert color="red" title={stage.title}>
            {stage.reason}
          </Alert>
        )}
        {stage.at === 'compared' && <Difference difference={stage.difference} />}
        {stage.at === 'published' && <PublishOutcome published={stage.published} path={path} />}
      </div>
      {isPublishable && (
        <PublishForm
          difference={stage.difference}
          isBusy={stage.isBusy}
          onPublish={(given) => publish(stage.difference, given)}
          onClose={onClose}
        />
      )}
    </MiddleSheet>
  )
}

interface PublishFormProps {
  difference: Pick<DraftDifference, 'needs_approval' | 'unsold'>
  isBusy: boolean
  /** Called with the time from which visitors get it, if not at once. */
  onPublish: (given: { live_at?: number; leads_wait?: boolean }) => void
  onClose: () => void
}

function PublishForm({
  difference: { needs_approval: needsApproval, unsold },
  isBusy,
  onPublish,
  onClose,
}: PublishFormProps) {
  const [leadsWait, setLeadsWait] = useState(false)
  const [isTried, setTried] = useState(false)
  const [liveAt, setLiveAt] = useState('')
  const [wrongTime, setWrongTime] = useState<string | null>(null)
  const publish = () => {
    // In minutes of the author's own time zone; empty for at once.
    const live_at = liveAt === '' ? undefined : new Date(liveAt).getTime()
    setTried(true)
    if (live_at !== undefined && !(live_at > Date.now())) setWrongTime(WAITING.liveAtPast)
    else if (unsold.length === 0 || leadsWait)
      onPublish({
        ...(live_at !== undefined && { live_at }),
        ...(leadsWait && { leads_wait: true }),
      })
  }
  return (
    <div className="confirm">
      {unsold.length > 0 && (
        <Alert color="yellow">
          <Text size="sm" fw={600}>
            {DRAFTS.leadsNowhere}
          </Text>
          <ul className="effects">
            {unsold.map(({ offer, buyers }) => (
              <li key={offer}>{DRAFTS.unsold(offer, buyers)}</li>
            ))}
          </ul>
          <Text size="sm" mt="xs">
            <Anchor href="/desk/buyers" target="_blank" inherit underline="always">
              {DRAFTS.setUpBuyer}
            </Anchor>{' '}
            {DRAFTS.orWait}
          </Text>
          <Checkbox
            mt="xs"
            size="sm"
            label={DRAFTS.leadsWait}
            checked={leadsWait}
            error={isTried && !leadsWait && DRAFTS.leadsWaitMissing}
            onChange={({ currentTarget }) => setLeadsWait(currentTarget.checked)}
          />
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {needsApproval ? WAITING.needsApproval : DRAFTS.confirmNote}
      </Text>
      <TextInput
        type="datetime-local"
        label={WAITING.liveAt}
        description={WAITING.liveAtNote}
        value={liveAt}
        error={wrongTime}
        onChange={(event) => {
          setLiveAt(event.currentTarget.value)
          setWrongTime(null)
        }}
      />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {SHEET.cancel}
        </Button>
        <Button loading={isBusy} onClick={publish}>
          {needsApproval ? WAITING.ask : liveAt === '' ? DRAFTS.confirm : WAITING.plan}
        </Button>
      </Group>
    </div>
  )
}
