import { Button, Paper, PasswordInput, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { reasonOf } from './operatorCalls.ts'
import { LOGIN } from '../../texts/statsScreen.ts'

interface Props {
  title: string
  product: string
  /** Why the operator is here, when they did not just arrive. */
  reason: string | null
  onLogin: (name: string, password: string) => Promise<void>
}

export function Login({ title, product, reason, onLogin }: Props) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    const form = new FormData(currentTarget)
    setBusy(true)
    setFailure(null)
    onLogin(typed(form, 'name'), typed(form, 'password')).catch((error: unknown) => {
      setBusy(false)
      setFailure(reasonOf(error))
      // The button, which cannot hold the focus while it is busy, has lost it.
      currentTarget.querySelector<HTMLElement>('[name=password]')?.focus()
    })
  }

  return (
    <main className="login">
      <Paper component="form" className="login-card" onSubmit={submit} aria-labelledby="login-title">
        <p className="brand">{product}</p>
        <h1 id="login-title">{title}</h1>
        {reason && !failure && (
          <p role="status" className="login-reason">
            {reason}
          </p>
        )}
        <TextInput
          name="name"
          label={LOGIN.name}
          autoComplete="username"
          size="md"
          required
          withAsterisk={false}
          autoFocus
        />
        <PasswordInput
          name="password"
          label={LOGIN.password}
          autoComplete="current-password"
          size="md"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': LOGIN.showPassword }}
        />
        {failure && (
          <p role="alert" className="login-failure">
            {failure}
          </p>
        )}
        <Button type="submit" size="md" loading={busy} fullWidth>
          {LOGIN.logIn}
        </Button>
      </Paper>
    </main>
  )
}

function typed(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
