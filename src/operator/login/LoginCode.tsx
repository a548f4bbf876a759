import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { LOGIN } from '../screenWords.ts'

/** Second step of a login: a code from the app, or a recovery code. */
export function LoginCode({ product }: { product: string }) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <TextInput
        key={String(isRecovery)}
        name="code"
        label={isRecovery ? LOGIN.recovery : LOGIN.code}
        description={isRecovery ? LOGIN.recoveryWhy : LOGIN.codeOf(product)}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={40}
        size="md"
        required
        withAsterisk={false}
        autoFocus
      />
      <Button variant="subtle" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? LOGIN.useApp : LOGIN.useRecovery}
      </Button>
    </>
  )
}
