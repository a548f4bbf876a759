import { Button, Center } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { SCREEN, LOGIN } from '../screenWords.ts'
import { storeOperator, storedOperator, type BrowserStorage } from '../browser/preferences.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import { Login } from './Login.tsx'
import { OtherWays } from './OtherWays.tsx'
import type { OperatorCalls } from '../loading/operatorCalls.ts'
import { momentText } from '../../time/momentText.ts'
import { useLogin, type LoginState } from './useLogin.ts'

interface Props {
  calls: Omit<OperatorCalls, 'inside'>
  storage: BrowserStorage
  product: string
  /** Title of the login. */
  title: string
  /** Reason why the contents cannot load. */
  failure?: unknown
  /** Contents for a logged-in operator; null while loading. */
  children: (session: Extract<LoginState, { state: 'in' }> & { logOut: () => void }) => ReactNode
}

/** Shows the contents to a logged-in operator and the login to others, at the same address, so that the operator returns to where they
 *  were. */
export function LoginGate({ calls, storage, product, title, failure, children }: Props) {
  const { session, logIn, logInByPasskey, logOut, fail } = useLogin(calls, storedOperator(storage))
  useEffect(() => {
    if (failure != null) fail(failure)
  }, [failure, fail])
  useEffect(() => {
    if (session.state === 'in') storeOperator(storage, session.operator)
    if (session.state === 'out') storeOperator(storage, null)
  }, [storage, session])
  if (session.state === 'failed')
    return (
      <Center component="main" className="whole">
        <div role="alert" className="notice">
          <h1>{SCREEN.notOpened(product)}</h1>
          <p>{session.reason}</p>
          <Button onClick={() => location.reload()}>{SCREEN.retry}</Button>
        </div>
      </Center>
    )
  if (session.state === 'out')
    return (
      <Login title={title} product={product} reason={session.reason} onLogin={logIn}>
        <OtherWays load={calls.loginWays} onPasskey={logInByPasskey} />
      </Login>
    )
  const inside = session.state === 'in' ? children({ ...session, logOut }) : null
  return (
    <>
      <ConfirmSheet calls={calls} />
      {session.state === 'in' && session.factorDue !== null && <FactorReminder due={session.factorDue} />}
      {inside ?? <Opening />}
    </>
  )
}

/** Placeholder until there is something to show. */
export function Opening() {
  return <main className="opening" aria-busy="true" aria-label={SCREEN.loading} />
}

/** Tells the deadline for turning on two-factor authentication. */
function FactorReminder({ due }: { due: number }) {
  const day = momentText(due)
  return (
    <p role="status" className="factor-reminder">
      {LOGIN.factorDue(day)} <a href="/desk/account">{LOGIN.turnOnFactor}</a>
    </p>
  )
}
