import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { reasonOf } from '../../stats/login/operatorCalls.ts'
import { useAction } from '../../stats/useAction.ts'
import { ACCOUNT } from '../../texts/desk/peopleScreen.ts'
import { LOGIN } from '../../texts/statsScreen.ts'

interface Props {
  /** Whether the present password is asked for. */
  hasPresent?: boolean
  /** Of the field for a code; null where none is asked for. */
  code: string | null
  submit: string
  onSubmit: (given: { present: string; code: string }) => Promise<void>
}

/** Asks for the password, a code, or both. What is wrong with them, the server says. */
export function CodeForm({ hasPresent = false, code: label, submit, onSubmit }: Props) {
  const [present, setPresent] = useState('')
  const [code, setCode] = useState('')
  const { isBusy, failure, run } = useAction(reasonOf)
  const act = (event: FormEvent) => {
    event.preventDefault()
    void run(() => onSubmit({ present, code }))
  }
  const field = { size: 'md', required: true, withAsterisk: false } as const
  return (
    <form className="password-form" onSubmit={act}>
      {hasPresent && (
        <PasswordInput
          {...field}
          label={ACCOUNT.present}
          autoComplete="current-password"
          value={present}
          onChange={({ currentTarget }) => setPresent(currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': LOGIN.showPassword }}
        />
      )}
      {label !== null && (
        <TextInput
          {...field}
          label={label}
          autoComplete="one-time-code"
          maxLength={40}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      )}
      {failure !== null && (
        <p role="alert" className="login-failure">
          {failure}
        </p>
      )}
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    </form>
  )
}
