import { Button, PasswordInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { reasonOf } from '../../stats/login/operatorCalls.ts'
import { useAction } from '../../stats/useAction.ts'
import { ACCOUNT } from '../../texts/desk/peopleScreen.ts'
import { LOGIN } from '../../texts/statsScreen.ts'

interface Props {
  /** Whether the present password is asked for. */
  hasPresent?: boolean
  submit: string
  /** Said once it is done. */
  done: string
  onSubmit: (chosen: { present: string; password: string }) => Promise<void>
}

/** Where a password is chosen. What is wrong with it, the server says. */
export function PasswordForm({ hasPresent = false, submit, done, onSubmit }: Props) {
  const [present, setPresent] = useState('')
  const [password, setPassword] = useState('')
  const { isBusy, failure, run } = useAction(reasonOf)
  const [isDone, setDone] = useState(false)
  const act = (event: FormEvent) => {
    event.preventDefault()
    setDone(false)
    void run(async () => {
      await onSubmit({ present, password })
      setPresent('')
      setPassword('')
      setDone(true)
    })
  }
  const field = { size: 'md', required: true, withAsterisk: false } as const
  const toggle = { 'aria-label': LOGIN.showPassword }
  return (
    <form className="password-form" onSubmit={act}>
      {hasPresent && (
        <PasswordInput
          {...field}
          label={ACCOUNT.present}
          autoComplete="current-password"
          value={present}
          onChange={({ currentTarget }) => setPresent(currentTarget.value)}
          visibilityToggleButtonProps={toggle}
        />
      )}
      <PasswordInput
        {...field}
        label={ACCOUNT.chosen}
        description={ACCOUNT.rule}
        autoComplete="new-password"
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        visibilityToggleButtonProps={toggle}
      />
      {failure !== null && (
        <p role="alert" className="login-failure">
          {failure}
        </p>
      )}
      {isDone && <p role="status">{done}</p>}
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    </form>
  )
}
