import type { BegunSecondFactor } from '../../../schemas/people/secondFactor.ts'
import { SECOND_FACTOR } from '../people/peopleScreen.ts'
import { AccountForm } from './AccountForm.tsx'

interface Props {
  begun: BegunSecondFactor
  onConfirm: (code: string) => Promise<void>
}

/** Shows the secret for an app, and asks for its first code to confirm it. */
export function TurnOnCodes({ begun: { secret, qr }, onConfirm }: Props) {
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
