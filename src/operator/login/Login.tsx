import { Button, Paper, PasswordInput, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { Login as Sent } from '../../../schemas/reports/calls.ts'
import { fieldOf, reasonOf } from '../loading/operatorCalls.ts'
import { LOGIN } from '../screenWords.ts'

interface Props {
  title: string
  product: string
  /** Reason for the login page, unless the operator just arrived. */
  reason: string | null
  onLogin: (login: Sent) => Promise<void>
  /** Other ways to log in. */
  children: ReactNode
}

/** Asks for name and password, then for a code if the account has two-factor authentication. */
export function Login({ title, product, reason, onLogin, children }: Props) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** Accepted name and password, while a code is requested. */
  const [first, setFirst] = useState<Pick<Sent, 'name' | 'password'> | null>(null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    const form = new FormData(currentTarget)
    const sent = first
      ? { ...first, code: typed(form, 'code') }
      : { name: typed(form, 'name'), password: typed(form, 'password') }
    setBusy(true)
    setFailure(null)
    onLogin(sent).catch((error: unknown) => {
      const asksCode = fieldOf(error) === 'code'
      setBusy(false)
      setFailure(asksCode && !first ? null : reasonOf(error))
      if (asksCode) setFirst({ name: sent.name, password: sent.password })
      // The button was disabled while busy and lost the focus.
      currentTarget.querySelector<HTMLElement>('[name=code], [name=password]')?.focus()
    })
  }
  const startAgain = () => {
    setFirst(null)
    setFailure(null)
  }

  return (
    <main className="login">
      <Paper component="form" className="login-card" onSubmit={submit} aria-labelledby="login-title">
        <p className="brand">{product}</p>
        <h1 id="login-title">{title}</h1>
        {reason && !failure && !first && (
          <p role="status" className="login-reason">
            {reason}
          </p>
        )}
        {first ? <LoginCode product={product} /> : <NameAndPassword />}
        {failure && (
          <p role="alert" className="login-failure">
            {failure}
          </p>
        )}
        <Button type="submit" size="md" loading={busy} fullWidth>
          {LOGIN.logIn}
        </Button>
        {first && (
          <Button variant="subtle" onClick={startAgain}>
            {LOGIN.otherName}
          </Button>
        )}
        {!first && children}
      </Paper>
    </main>
  )
}

function NameAndPassword() {
  return (
    <>
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
    </>
  )
}

function typed(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Second step of a login: a code from the app, or a recovery code. */
function LoginCode({ product }: { product: string }) {
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
