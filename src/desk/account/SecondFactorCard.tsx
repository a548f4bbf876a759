import { Skeleton, Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import type {
  BegunSecondFactor,
  ConfirmedSecondFactor,
  SecondFactorState,
} from '../../../schemas/people/secondFactor.ts'
import { momentText } from '../../time/momentText.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { ACCOUNT, SECOND_FACTOR } from '../people/peopleScreen.ts'
import { Card } from '../parts/Card.tsx'
import { useDesk } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { AccountForm } from './AccountForm.tsx'

type Step =
  { at: 'rest' } | { at: 'begun'; begun: BegunSecondFactor } | { at: 'confirmed'; codes: readonly string[] }

/** Turns two-factor authentication of the operator's own account on and off. */
export function SecondFactorCard({ onChanged }: { onChanged: () => void }) {
  const { inside } = useDesk()
  const [tick, setTick] = useState(0)
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const load = useCallback(
    (signal: AbortSignal) => inside<SecondFactorState>({ url: '/account/second-factor', signal }),
    [inside],
  )
  const state = useLoaded(load, { now: Date.now, refreshTick: tick })
  const post = <Answer,>(act: string, sent: object) =>
    inside<Answer>({ method: 'post', url: `/account/second-factor/${act}`, data: sent })
  const changed = (next: Step) => {
    setStep(next)
    setTick((before) => before + 1)
    onChanged()
  }
  const begin = async (present: string) => {
    const begun = await post<BegunSecondFactor>('begin', { present })
    setStep({ at: 'begun', begun })
  }
  const confirm = async (code: string) => {
    const { recovery_codes } = await post<ConfirmedSecondFactor>('confirm', { code })
    changed({ at: 'confirmed', codes: recovery_codes })
  }
  const end = async (given: { present: string; code: string }) => {
    await post<void>('off', given)
    changed({ at: 'rest' })
  }
  return (
    <Card title={SECOND_FACTOR.title}>
      <LoadedPart of={state} failed={SECOND_FACTOR.failed}>
        {(data) =>
          data === null ? (
            <Skeleton height={140} />
          ) : step.at === 'confirmed' ? (
            <RecoveryCodes codes={step.codes} onKept={() => setStep({ at: 'rest' })} />
          ) : step.at === 'begun' ? (
            <TurnOnCodes begun={step.begun} onConfirm={confirm} />
          ) : data.on_since === null ? (
            <>
              <p className="card-note">{data.is_required ? SECOND_FACTOR.required : SECOND_FACTOR.off}</p>
              <AccountForm
                key="on"
                asks={{ present: ACCOUNT.present }}
                submit={SECOND_FACTOR.begin}
                onSubmit={({ present }) => begin(present)}
              />
            </>
          ) : (
            <>
              <p className="card-note">{SECOND_FACTOR.on(momentText(data.on_since), data.codes_left)}</p>
              {!data.is_required && (
                <AccountForm
                  key="off"
                  asks={{ present: ACCOUNT.present, code: SECOND_FACTOR.anyCode }}
                  submit={SECOND_FACTOR.end}
                  onSubmit={({ present, code }) => end({ present, code })}
                />
              )}
            </>
          )
        }
      </LoadedPart>
    </Card>
  )
}

interface Props {
  codes: readonly string[]
  onKept: () => void
}

/** Codes that are shown only once. */
function RecoveryCodes({ codes, onKept }: Props) {
  const [isCopied, setCopied] = useState(false)
  return (
    <div role="status">
      <h3>{SECOND_FACTOR.codes}</h3>
      <p className="card-note">{SECOND_FACTOR.codesWhy}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="recovery-acts">
        <Button
          variant="default"
          onClick={() =>
            void navigator.clipboard.writeText(codes.join('\n')).then(
              () => setCopied(true),
              () => {},
            )
          }
        >
          {isCopied ? SECOND_FACTOR.copied : SECOND_FACTOR.copy}
        </Button>
        <Button onClick={onKept}>{SECOND_FACTOR.kept}</Button>
      </div>
    </div>
  )
}

interface TurnOnCodesProps {
  begun: BegunSecondFactor
  onConfirm: (code: string) => Promise<void>
}

/** Shows the secret for an app, and asks for its first code to confirm it. */
function TurnOnCodes({ begun: { secret, qr }, onConfirm }: TurnOnCodesProps) {
  return (
    <>
      <p className="card-note">{SECOND_FACTOR.scan}</p>
      <div className="codes-secret">
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={SECOND_FACTOR.qr}>
          <path className="qr-light" d={`M0 0h${qr.size}v${qr.size}H0z`} />
          <path className="qr-dark" d={qr.path} />
        </svg>
        <p>
          {SECOND_FACTOR.secret}
          <br />
          <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        </p>
      </div>
      <AccountForm
        asks={{ code: SECOND_FACTOR.code }}
        submit={SECOND_FACTOR.confirm}
        onSubmit={({ code }) => onConfirm(code)}
      />
    </>
  )
}
