import { Button, Checkbox, Progress } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReplayProgress } from '../../../schemas/desk/deliveries.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import type { ListQuery } from '../list/useList.ts'
import type { DeliveryCalls } from './deliveryCalls.ts'
import { DELIVERIES } from './deliveryScreen.ts'

interface Props {
  /** Filters of the list. */
  query: ListQuery
  calls: Pick<DeliveryCalls, 'replayable' | 'replayMatching'>
  onReplayed: () => void
  onClose: () => void
}

/** Sends all leads again that match the list's filters, after their number was shown, and shows how far it came. */
export function SendAllSheet({ query, calls, onReplayed, onClose }: Props) {
  const [asked] = useState(query)
  const [force, setForce] = useState(false)
  const { isBusy, failure, run } = useAction(reasonOf)
  const [progress, setProgress] = useState<ReplayProgress | null>(null)
  const stop = useRef(new AbortController())
  useEffect(() => {
    const { current } = stop
    return () => current.abort()
  }, [])
  const counted = useLoaded(
    useCallback((signal: AbortSignal) => calls.replayable(asked, signal), [calls, asked]),
    { now: Date.now },
  )
  const count = counted.data?.count ?? null
  const act = () =>
    calls.replayMatching({ query: asked, force }, setProgress, stop.current.signal).finally(onReplayed)
  const wrong = failure ?? progress?.failed ?? counted.failure
  return (
    <MiddleSheet
      title={
        progress?.is_over ? DELIVERIES.sent : count === null ? DELIVERIES.counting : DELIVERIES.askAll(count)
      }
      opened
      onClose={onClose}
    >
      <div className="replay">
        {progress === null ? (
          <>
            <p>{count === 0 ? DELIVERIES.noneToSend : DELIVERIES.askWhy}</p>
            <Checkbox
              label={DELIVERIES.force}
              checked={force}
              onChange={({ currentTarget }) => setForce(currentTarget.checked)}
            />
          </>
        ) : (
          <div role="status" className="replay">
            <Progress
              value={(100 * progress.done) / Math.max(1, progress.total)}
              aria-label={DELIVERIES.sent}
            />
            <p>{DELIVERIES.progress(progress.done, progress.total)}</p>
            {!progress.is_over && <p>{DELIVERIES.progressWhy}</p>}
            {progress.is_over && <p>{DELIVERIES.replayed(progress.replayed)}</p>}
            {progress.not_replayed.map(({ reason, count }) => (
              <p key={reason}>{DELIVERIES.notReplayedOf(count, reason)}</p>
            ))}
          </div>
        )}
        {wrong != null && (
          <p role="alert" className="login-failure">
            {DELIVERIES.failed}: {wrong}
          </p>
        )}
        <div className="replay-end">
          <Button variant="default" onClick={onClose}>
            {progress === null ? DELIVERIES.cancel : progress.is_over ? DELIVERIES.close : DELIVERIES.stop}
          </Button>
          {progress === null && (
            <Button loading={isBusy} disabled={!count} onClick={() => void run(act)}>
              {DELIVERIES.sendAll(count ?? 0)}
            </Button>
          )}
        </div>
      </div>
    </MiddleSheet>
  )
}
