import { Alert, Button, Group, Loader, Text, Textarea } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { PublishRequest } from '../../../../schemas/studio/publishRequest.ts'
import { MiddleSheet } from '../../../operator/sheets/Sheet.tsx'
import { useLoaded } from '../../../operator/loading/useLoaded.ts'
import { useAction } from '../../../operator/loading/useAction.ts'
import { SHEET } from '../../../operator/screenWords.ts'
import { DRAFTS } from '../../parts/draftScreen.ts'
import { WAITING } from '../../parts/waitingScreen.ts'
import { Difference } from '../../parts/Difference.tsx'
import { PublishOutcome } from '../../parts/PublishOutcome.tsx'
import { useStudio } from '../../parts/studioContext.ts'
import type { PublishedDraft } from '../../../../schemas/studio/drafts.ts'

interface Props {
  request: PublishRequest
  onDecided: () => void
  onClose: () => void
}

/** Changes of a pending publish, to be approved by someone other than its maker, refused with a reason, or withdrawn. */
export function WaitingSheet({ request, onDecided, onClose }: Props) {
  const { id, path, maker, state } = request
  const { calls, operator } = useStudio()
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useAction()
  const [published, setPublished] = useState<PublishedDraft | null>(null)
  const load = useCallback((signal: AbortSignal) => calls.requestDifference(id, signal), [calls, id])
  const { data, failure: unread } = useLoaded(load, { now: Date.now })
  const isOwn = maker === operator
  const approve = () =>
    run(async () => {
      setPublished(await calls.approve(id))
      onDecided()
    })
  const end = () =>
    run(async () => {
      await calls.endRequest({ id, ...(reason.trim() !== '' && { reason: reason.trim() }) })
      onClose()
      onDecided()
    })
  return (
    <MiddleSheet opened onClose={onClose} title={WAITING.title(path)} size="lg">
      <div role="status" className="difference">
        {published ? (
          <PublishOutcome published={published} path={path} />
        ) : unread !== null ? (
          <Alert color="red" title={DRAFTS.compareFailed}>
            {unread}
          </Alert>
        ) : data ? (
          <Difference difference={data} />
        ) : (
          <Group>
            <Loader size="sm" aria-hidden />
            <Text>{DRAFTS.comparing}</Text>
          </Group>
        )}
      </div>
      {data && !published && (
        <div className="confirm">
          {!isOwn && (
            <Textarea
              label={WAITING.reason}
              description={WAITING.reasonNote}
              value={reason}
              maxLength={500}
              autosize
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          {failure !== null && (
            <Alert role="alert" color="red">
              {failure}
            </Alert>
          )}
          <Group gap="xs" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {SHEET.cancel}
            </Button>
            <Button variant="default" color="red" loading={isBusy} onClick={() => void end()}>
              {isOwn ? WAITING.takeBack : WAITING.refuse}
            </Button>
            {!isOwn && state === 'waiting' && (
              <Button loading={isBusy} onClick={() => void approve()}>
                {WAITING.approve}
              </Button>
            )}
          </Group>
        </div>
      )}
    </MiddleSheet>
  )
}
