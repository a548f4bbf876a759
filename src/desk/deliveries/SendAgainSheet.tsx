import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { ReplayedDeliveries } from '../../../schemas/desk/deliveries.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { useAction } from '../../operator/loading/useAction.ts'
import { DELIVERIES } from './deliveryScreen.ts'
import type { deliveryCalls } from './deliveryCalls.ts'

interface Props {
  deliveries: readonly number[]
  replay: ReturnType<typeof deliveryCalls>['replay']
  onReplayed: () => void
  onClose: () => void
}

/** Confirms sending leads again, and reports those that cannot be sent. */
export function SendAgainSheet({ deliveries, replay, onReplayed, onClose }: Props) {
  const [force, setForce] = useState(false)
  const { isBusy, failure, run } = useAction(reasonOf)
  const [came, setCame] = useState<ReplayedDeliveries | null>(null)
  const act = async () => {
    setCame(await replay({ deliveries: [...deliveries], force }))
    onReplayed()
  }
  return (
    <MiddleSheet title={came ? DELIVERIES.sent : DELIVERIES.ask(deliveries.length)} opened onClose={onClose}>
      {came ? (
        <div className="replay">
          <div className="replay" role="status">
            <p>{DELIVERIES.replayed(came.replayed.length)}</p>
            {[...Map.groupBy(came.not_replayed, ({ reason }) => reason)].map(([reason, those]) => (
              <p key={reason}>
                {DELIVERIES.notReplayed(
                  those.map(({ delivery }) => delivery),
                  reason,
                )}
              </p>
            ))}
          </div>
          <div className="replay-end">
            <Button autoFocus onClick={onClose}>
              {DELIVERIES.close}
            </Button>
          </div>
        </div>
      ) : (
        <div className="replay">
          <p>{DELIVERIES.askWhy}</p>
          <Checkbox
            label={DELIVERIES.force}
            checked={force}
            onChange={({ currentTarget }) => setForce(currentTarget.checked)}
          />
          {failure !== null && (
            <p role="alert" className="login-failure">
              {DELIVERIES.failed}: {failure}
            </p>
          )}
          <div className="replay-end">
            <Button variant="default" onClick={onClose}>
              {DELIVERIES.cancel}
            </Button>
            <Button loading={isBusy} onClick={() => void run(act)}>
              {DELIVERIES.replay(deliveries.length)}
            </Button>
          </div>
        </div>
      )}
    </MiddleSheet>
  )
}
