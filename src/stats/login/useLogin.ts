import { useCallback, useEffect, useState } from 'react'
import type { Login } from '../../../schemas/reports/calls.ts'
import type { LoggedIn, OperatorRole } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import { LOGIN } from '../../texts/statsScreen.ts'
import { signWithPasskey } from './passkeyDialogs.ts'
import { endOf, isLoggedOut, reasonOf, type OperatorCalls } from './operatorCalls.ts'

export type LoginState =
  | { state: 'asking' }
  | { state: 'out'; reason: string | null }
  /** `role`: null until the server has said it; `sites` are all till then. `stays`: why they could not be logged out. */
  | {
      state: 'in'
      operator: string
      role: OperatorRole | null
      sites: Sites
      stays: string | null
      /** Until when two-factor authentication is to be turned on; null where it need not be. */
      factorDue: number | null
    }
  | { state: 'failed'; reason: string }

/** Who is logged in. `known`: who was last, and is likely to be still: what they ask for need not wait for the answer to who they are. */
export function useLogin(calls: Omit<OperatorCalls, 'inside'>, known: string | null) {
  const [session, setSession] = useState<LoginState>(() =>
    known === null ? { state: 'asking' } : isIn(known, null, null),
  )
  const fail = useCallback((error: unknown) => setSession({ state: 'failed', reason: reasonOf(error) }), [])
  useEffect(() => {
    calls.onLoggedOut((reason) => setSession({ state: 'out', reason: reason ?? LOGIN.ended }))
    calls.me().then(
      (operator) => setSession(entered(operator)),
      (error: unknown) => {
        if (isLoggedOut(error)) return setSession({ state: 'out', reason: endOf(error) })
        // Who is shown their reports already hears from each of them whether it can be had, or that their session has ended.
        setSession((before) =>
          before.state === 'asking' ? { state: 'failed', reason: reasonOf(error) } : before,
        )
      },
    )
  }, [calls])
  const logOut = useCallback(() => {
    const stay = (stays: string | null) =>
      setSession((before) => (before.state === 'in' ? { ...before, stays } : before))
    stay(null)
    void calls.logout().then(
      () => setSession({ state: 'out', reason: LOGIN.loggedOut }),
      // Whose session has ended is out, and has been told so.
      (error: unknown) => !isLoggedOut(error) && stay(reasonOf(error)),
    )
  }, [calls])
  const logIn = useCallback(
    (login: Login) => calls.login(login).then((operator) => setSession(entered(operator))),
    [calls],
  )
  const logInByPasskey = useCallback(async () => {
    const { options } = await calls.beginPasskeyLogin()
    setSession(entered(await calls.passkeyLogin(await signWithPasskey(options))))
  }, [calls])
  return { session, logIn, logInByPasskey, logOut, fail }
}

/** Who lacks the second factor that their server requires is led to where it is turned on: all else is refused. */
function entered({ name, role, sites, needs_second_factor, second_factor_due }: LoggedIn): LoginState {
  if (needs_second_factor && location.pathname !== ACCOUNT_PAGE) location.assign(ACCOUNT_PAGE)
  return { ...isIn(name, role, sites), factorDue: second_factor_due ?? null }
}

const ACCOUNT_PAGE = '/desk/account'

function isIn(
  operator: string,
  role: OperatorRole | null,
  sites: Sites,
): Extract<LoginState, { state: 'in' }> {
  return { state: 'in', operator, role, sites, stays: null, factorDue: null }
}
