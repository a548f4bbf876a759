import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { DraftDifference, PublishedDraft } from '../../../schemas/studio/drafts.ts'
import { reasonOf } from '../../stats/login/operatorCalls.ts'
import { MiddleSheet } from '../../stats/Sheet.tsx'
import { DRAFTS } from '../../texts/studio/draftScreen.ts'
import { ProblemsPane } from '../panes/ProblemsPane.tsx'
import { Difference } from './Difference.tsx'
import type { DraftKeeper } from './saving/draftKeeper.ts'
import { useStudio } from './studioContext.ts'

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

/** What a draft changes, in words; and, once that was seen and confirmed, publishing it. */
export function DifferenceSheet({ toPublish, keeper, path, onPublished, onClose }: Props) {
  const { calls } = useStudio()
  const [stage, setStage] = useState<Stage>({ at: 'comparing' })
  const fail = (title: string) => (error: unknown) =>
    setStage({ at: 'failed', title, reason: reasonOf(error) })

  const compare = useCallback(
    async (signal: AbortSignal) => {
      // What is compared is what the server has.
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

  const publish = (difference: DraftDifference) => {
    setStage({ at: 'compared', difference, isBusy: true })
    calls.publish({ path, revision: difference.revision }).then((published) => {
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
        {stage.at === 'published' && <Outcome published={stage.published} path={path} />}
      </div>
      {isPublishable && (
        <div className="confirm">
          <Text size="sm" c="dimmed">
            {DRAFTS.confirmNote}
          </Text>
          <Group gap="xs" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {DRAFTS.cancel}
            </Button>
            <Button loading={stage.isBusy} onClick={() => publish(stage.difference)}>
              {DRAFTS.confirm}
            </Button>
          </Group>
        </div>
      )}
    </MiddleSheet>
  )
}

function Outcome({ published: { version, problems }, path }: { published: PublishedDraft; path: string }) {
  if (version === null)
    return (
      <ProblemsPane problems={problems} flowFile={DRAFTS.flowFile}>
        <Alert color="red">{DRAFTS.notPublished}</Alert>
      </ProblemsPane>
    )
  return (
    <>
      <Text fw={600}>{DRAFTS.published(version)}</Text>
      <a href={`/${path}`} target="_blank" rel="noreferrer">
        {DRAFTS.openPage}
      </a>
    </>
  )
}
