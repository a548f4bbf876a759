import { Button, Center } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { isLoggedOut, reasonOf, type Api } from './report/api.ts'
import { storeOperator, storedOperator, type BrowserStorage } from './browser/preferences.ts'
import { Login } from './login/Login.tsx'
import { LOGIN, SCREEN } from '../texts/statsScreen.ts'

/** The tables are most of the bundle: the login shows before they have come. */
export interface ComingDashboard {
  dashboard: Promise<Module>
  /** What has come already. */
  ready: Module | null
}

type Module = typeof import('./Dashboard.tsx')

interface Props {
  api: Api
  coming: ComingDashboard
  product: string
  storage: BrowserStorage
  now: () => number
}

type Session =
  | { state: 'asking' }
  | { state: 'out'; reason: string | null }
  /** `stays`: why they could not be logged out. */
  | { state: 'in'; operator: string; stays: string | null }
  | { state: 'failed'; reason: string }

/** Lets in who is logged in, and shows the login in place otherwise: the address stays, so the operator is back where
 *  they were. */
export function App({ api, coming, product, storage, now }: Props) {
  const { dashboard, ready } = coming
  // Whoever was in is likely to be still: their reports need not wait for the answer to who they are.
  const [session, setSession] = useState<Session>(() => {
    const operator = storedOperator(storage)
    return operator === null ? { state: 'asking' } : isIn(operator)
  })
  const [Dashboard, setDashboard] = useState(() => ready?.Dashboard ?? null)
  const fail = (error: unknown) => setSession({ state: 'failed', reason: reasonOf(error) })

  useEffect(() => {
    if (session.state === 'in') storeOperator(storage, session.operator)
    if (session.state === 'out') storeOperator(storage, null)
  }, [storage, session])
  useEffect(() => {
    api.onLoggedOut(() => setSession({ state: 'out', reason: LOGIN.ended }))
    api.me().then(
      ({ name }) => setSession(isIn(name)),
      (error: unknown) => {
        if (isLoggedOut(error)) return setSession({ state: 'out', reason: null })
        // Who is shown their reports already hears from each of them whether it can be had, or that their session has ended.
        setSession((before) =>
          before.state === 'asking' ? { state: 'failed', reason: reasonOf(error) } : before,
        )
      },
    )
    dashboard.then((module) => setDashboard(() => module.Dashboard), fail)
  }, [api, dashboard])

  const logOut = useCallback(() => {
    const stay = (stays: string | null) =>
      setSession((before) => (before.state === 'in' ? { ...before, stays } : before))
    stay(null)
    void api.logout().then(
      () => setSession({ state: 'out', reason: LOGIN.loggedOut }),
      // Whose session has ended is out, and has been told so.
      (error: unknown) => !isLoggedOut(error) && stay(reasonOf(error)),
    )
  }, [api])

  if (session.state === 'failed') {
    return (
      <Center component="main" className="whole">
        <div role="alert" className="notice">
          <h1>{SCREEN.notOpened(product)}</h1>
          <p>{session.reason}</p>
          <Button onClick={() => location.reload()}>{SCREEN.tryAgain}</Button>
        </div>
      </Center>
    )
  }
  if (session.state === 'out') {
    const login = (name: string, password: string) =>
      api.login({ name, password }).then((operator) => setSession(isIn(operator.name)))
    return <Login product={product} reason={session.reason} onLogin={login} />
  }
  if (session.state === 'asking' || !Dashboard) {
    return <main className="opening" aria-busy="true" aria-label={SCREEN.loading} />
  }
  const { operator, stays } = session
  return <Dashboard {...{ api, product, storage, now, operator, stays }} onLogOut={logOut} />
}

function isIn(operator: string): Session {
  return { state: 'in', operator, stays: null }
}
