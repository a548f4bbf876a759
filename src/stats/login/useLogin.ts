import { useCallback, useEffect, useState } from 'react'
import { LOGIN } from '../../texts/statsScreen.ts'
import { isLoggedOut, reasonOf, type OperatorCalls } from './operatorCalls.ts'

export type LoginState =
  | { state: 'asking' }
  | { state: 'out'; reason: string | null }
  /** `stays`: why they could not be logged out. */
  | { state: 'in'; operator: string; stays: string | null }
  | { state: 'failed'; reason: string }

/** Who is logged in. `known`: who was last, and is likely to be still: what they ask for need not wait for the answer to who they are. */
export function useLogin(calls: Omit<OperatorCalls, 'inside'>, known: string | null) {
  const [session, setSession] = useState<LoginState>(() =>
    known === null ? { state: 'asking' } : isIn(known),
  )
  const fail = useCallback((error: unknown) => setSession({ state: 'failed', reason: reasonOf(error) }), [])
  useEffect(() => {
    calls.onLoggedOut(() => setSession({ state: 'out', reason: LOGIN.ended }))
    calls.me().then(
      ({ name }) => setSession(isIn(name)),
      (error: unknown) => {
        if (isLoggedOut(error)) return setSession({ state: 'out', reason: null })
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
    (name: string, password: string) =>
      calls.login({ name, password }).then((operator) => setSession(isIn(operator.name))),
    [calls],
  )
  return { session, logIn, logOut, fail }
}

function isIn(operator: string): LoginState {
  return { state: 'in', operator, stays: null }
}
