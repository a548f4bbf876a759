import { useCallback, useLayoutEffect, useRef } from 'react'

/** `act` with a stable identity, so that components that receive it need not render again. */
export function useStable<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args) => latest.current(...args), [])
}
