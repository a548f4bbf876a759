import { useCallback, useLayoutEffect, useRef } from 'react'

/** `act` under an identity that stays: what is handed it need not be drawn anew. */
export function useStable<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args) => latest.current(...args), [])
}
