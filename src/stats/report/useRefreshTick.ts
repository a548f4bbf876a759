import { useCallback, useEffect, useState } from 'react'

/** How often figures that still grow are brought up to date. */
const BEAT_MS = 30_000

/** Counts up every BEAT_MS while `live` and the page is looked at, at once when it is looked at again, and when asked to. */
export function useBeat(live: boolean): { beat: number; beatNow: () => void } {
  const [beat, setBeat] = useState(0)
  const beatNow = useCallback(() => setBeat((before) => before + 1), [])
  useEffect(() => {
    if (!live) return
    const look = () => !document.hidden && beatNow()
    const timer = setInterval(look, BEAT_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [live, beatNow])
  return { beat, beatNow }
}
