import { Alert, Button, Group } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { PublishRequest } from '../../../../schemas/studio/publishRequest.ts'
import { useLoaded } from '../../../operator/loading/useLoaded.ts'
import { WAITING } from '../../parts/waitingScreen.ts'
import { useStudio } from '../../parts/studioContext.ts'
import { asOfText } from '../../../operator/days/days.ts'
import { WaitingSheet } from './WaitingSheet.tsx'

/** The pending publish of a site, with its actions, or the reason why the last one failed. A new `refreshTick` reloads it. */
export function WaitingNotice({ path, refreshTick, onDecided }: Props) {
  const { calls, operator } = useStudio()
  const [isOpen, setOpen] = useState(false)
  const load = useCallback(
    async (signal: AbortSignal) => (await calls.requests(path, signal))[0] ?? null,
    [calls, path],
  )
  const { data: request, retry } = useLoaded(load, { now: Date.now, refreshTick })
  const words = request && noticeOf(request, operator)
  return (
    <div role="status">
      {words && (
        <Alert color={words.color}>
          <Group gap="sm" justify="space-between">
            {words.text}
            {isOpenState(request) && (
              <Button size="xs" variant="default" onClick={() => setOpen(true)}>
                {WAITING.look}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {isOpen && request && (
        <WaitingSheet
          request={request}
          onDecided={() => {
            retry()
            onDecided()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

interface Props {
  path: string
  refreshTick: number
  /** Called when another version may be live. */
  onDecided: () => void
}

const isOpenState = ({ state }: PublishRequest) => state === 'waiting' || state === 'planned'

/** Empty for a request that is live, or that its maker withdrew. */
function noticeOf(request: PublishRequest, operator: string) {
  const { state, asked_by, maker, asked_at, live_at, decided_by, decided_at, reason } = request
  const who = maker === operator && asked_by === operator ? WAITING.you : asked_by
  const asked = WAITING.asked(who, asOfText(asked_at), live_at === null ? null : asOfText(live_at))
  const decided = asOfText(decided_at ?? 0)
  switch (state) {
    case 'waiting':
      return { color: 'yellow', text: `${asked} ${maker === operator ? WAITING.forOther : WAITING.forYou}` }
    case 'planned':
      return { color: 'blue', text: `${asked} ${decided_by === null ? '' : WAITING.approvedBy(decided_by)}` }
    case 'refused':
      return { color: 'red', text: `${asked} ${WAITING.refusedBy(decided_by ?? '', decided, reason)}` }
    case 'failed':
      return { color: 'red', text: `${asked} ${WAITING.failed(decided, reason ?? '')}` }
    case 'published':
    case 'withdrawn':
      return null
  }
}
