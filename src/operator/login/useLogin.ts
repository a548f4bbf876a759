import { useCallback, useEffect, useState } from 'react'
import type { Login } from '../../../schemas/reports/calls.ts'
import type { LoggedIn, OperatorRole } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import { LOGIN } from '../screenWords.ts'
import { signWithPasskey } from './passkeyDialogs.ts'
import { endOf, isLoggedOut, reasonOf, type OperatorCalls } from '../loading/operatorCalls.ts'

export type LoginState =
  | { state: 'asking' }
  | { state: 'out'; reason: string | null }
  /** `role` is null until the server has sent it; `sites` are all until then. `stays` is the reason why logging out failed. */
  | {
      state: 'in'
      operator: string
      role: OperatorRole | null
      sites: Sites
      stays: string | null
      /** Deadline for turning on two-factor authentication; null if it is optional. */
      factorDue: number | null
    }
  | { state: 'failed'; reason: string }

/** State of the login. `known` is the last operator, who is probably still logged in: their requests need not wait for the server's
 *  confirmation. */
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
        // An operator who already sees reports learns from each of them if it is available, or that their session has ended.
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
      // An operator whose session has ended is logged out already, and has been told.
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

/** Sends an operator without the required second factor to the page where it is turned on, as everything else is refused. */
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
