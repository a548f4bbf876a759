import { Button } from '@mantine/core'
import { useState } from 'react'
import { SECOND_FACTOR } from '../people/peopleScreen.ts'

interface Props {
  codes: readonly string[]
  onKept: () => void
}

/** Codes that are shown only once. */
export function RecoveryCodes({ codes, onKept }: Props) {
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
