import { Alert, Button } from '@mantine/core'
import type { OptOutRecord } from '../../../schemas/desk/optOuts.ts'
import type { NoticeOfRevocation } from '../../../schemas/kernel/revocation.ts'
import { dayText, today } from '../../operator/days/days.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { momentText } from '../../time/momentText.ts'
import { Facts } from '../parts/Facts.tsx'
import type { OptOutCalls } from './optOutCalls.ts'
import { CHANNELS, OPT_OUTS } from './optOutScreen.ts'

interface Props {
  optOut: OptOutRecord
  /** True if the operator may confirm it and send it again. */
  mayAct: boolean
  calls: OptOutCalls
  /** Called when something was done, with a sentence about it. */
  onDone: (sentence: string) => void
  onClose: () => void
}

/** One opt-out, and the state of each buyer that has the person. */
export function OptOutSheet({ optOut: one, mayAct, calls, onDone, onClose }: Props) {
  const { revocation, source, channel, scope, said, means, phone, email, said_at, at, notices } = one
  const { isBusy, failure, run } = useAction()
  const isGone = phone === null && email === null
  return (
    <MiddleSheet opened title={OPT_OUTS.optOutOf(revocation)} onClose={onClose}>
      <Facts
        facts={[
          [OPT_OUTS.phone, phone],
          [OPT_OUTS.email, email],
          [OPT_OUTS.person, isGone ? OPT_OUTS.removed : null],
          [OPT_OUTS.said, said],
          [OPT_OUTS.means, means],
          [OPT_OUTS.saidAt, momentText(said_at)],
          [OPT_OUTS.received, momentText(at)],
          [OPT_OUTS.channel, source === '' ? CHANNELS[channel] : OPT_OUTS.reportedBy(source)],
        ]}
      />
      <h3 className="opt-out-buyers">{OPT_OUTS.buyers}</h3>
      {scope === 'buyer' && <p className="card-note">{OPT_OUTS.ofOne(source)}</p>}
      {scope === 'all' && notices.length === 0 && <p className="card-note">{OPT_OUTS.noBuyer}</p>}
      {notices.length > 0 && (
        <ul className="opt-out-notices">
          {notices.map((notice) => (
            <li key={notice.notice}>
              <NoticeWords notice={notice} now={Date.now()} />
              {mayAct && (
                <Actions
                  notice={notice}
                  isBusy={isBusy}
                  onConfirm={() =>
                    void run(() =>
                      calls.confirm([notice.notice]).then(() => onDone(OPT_OUTS.confirmedNow(notice.buyer))),
                    )
                  }
                  onSendAgain={() =>
                    void run(() =>
                      calls.sendAgain(notice.notice).then(() => onDone(OPT_OUTS.sentAgain(notice.buyer))),
                    )
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {failure !== null && (
        <Alert role="alert" color="red" mt="sm">
          {failure}
        </Alert>
      )}
    </MiddleSheet>
  )
}

function NoticeWords({ notice, now }: { notice: NoticeOfRevocation; now: number }) {
  const { buyer, state, deadline, acknowledged_at, acknowledged_by, last } = notice
  const isOpen = acknowledged_at === null && state !== 'suppressed'
  const isLate = isOpen && deadline < now
  const looks = acknowledged_at !== null ? 'accepted' : isLate ? 'dead' : LOOKS[state]
  return (
    <div>
      <b>{buyer}</b>{' '}
      <span className="state" data-state={looks}>
        {acknowledged_at === null
          ? OPT_OUTS.states[state]
          : OPT_OUTS.confirmed(acknowledged_by ?? buyer, momentText(acknowledged_at))}
      </span>
      {isOpen && (
        <p className="card-note">
          {(isLate ? OPT_OUTS.overdueSince : OPT_OUTS.dueBy)(dayText(today(deadline)))}. {last}
        </p>
      )}
    </div>
  )
}

/** Looks of delivery states. */
const LOOKS = { due: 'due', sent: 'due', refused: 'dead', dead: 'dead', suppressed: 'unsent' } as const

interface ActionsProps {
  notice: NoticeOfRevocation
  isBusy: boolean
  onConfirm: () => void
  onSendAgain: () => void
}

function Actions({
  notice: { buyer, state, acknowledged_at },
  isBusy,
  onConfirm,
  onSendAgain,
}: ActionsProps) {
  const isOpen = acknowledged_at === null && state !== 'suppressed'
  const isSentBefore = state === 'sent' || state === 'refused' || state === 'dead'
  return (
    <div className="opt-out-actions">
      {isSentBefore && (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          aria-label={OPT_OUTS.sendAgainOf(buyer)}
          onClick={onSendAgain}
        >
          {OPT_OUTS.sendAgain}
        </Button>
      )}
      {isOpen && (
        <Button size="xs" disabled={isBusy} aria-label={OPT_OUTS.confirmOf(buyer)} onClick={onConfirm}>
          {OPT_OUTS.confirm}
        </Button>
      )}
    </div>
  )
}
