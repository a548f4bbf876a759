import { useLocation, useSearchParams } from 'react-router-dom'
import { withMembers, type Members } from './address.ts'
import { useStable } from '../../operator/browser/useStable.ts'

/** Changes members of the address. `push` adds a step that Back undoes. */
export type ChangeAddress = (members: Members, how?: 'push') => void

/** Query of the address, and a function to change it. */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  const change = useStable<Parameters<ChangeAddress>>((members, how) =>
    setAddress(
      (before) => withMembers(before, members),
      how === 'push' ? { state: PUSHED } : { replace: true, state },
    ),
  )
  return [address, change]
}

/** Marks a step in the browser's history as ours, so that it can be undone. */
export const PUSHED = 'pushed'
