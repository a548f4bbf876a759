import { useLocation, useSearchParams } from 'react-router-dom'
import { withMembers, type Members } from './address.ts'
import { useStable } from '../../operator/browser/useStable.ts'

/** Changes members of the address. `push` and `step` add a step that Back undoes; what was pushed is also undone when it is closed. */
export type ChangeAddress = (members: Members, how?: 'push' | 'step') => void

/** Query of the address, and a function to change it. */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  const change = useStable<Parameters<ChangeAddress>>((members, how) =>
    setAddress(
      (before) => withMembers(before, members),
      how === undefined ? { replace: true, state } : { state: how === 'push' ? PUSHED : null },
    ),
  )
  return [address, change]
}

/** Marks a step in the browser's history as ours, so that it can be undone. */
export const PUSHED = 'pushed'
