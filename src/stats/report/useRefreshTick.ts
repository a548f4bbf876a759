import { useCallback, useEffect, useState } from 'react'

/** Interval for refreshing figures that still grow. */
const BEAT_MS = 30_000

/** Counts up every BEAT_MS while `live` and the page is visible, at once when it becomes visible again, and on request. */
export function useRefreshTick(live: boolean): { refreshTick: number; refreshNow: () => void } {
  const [refreshTick, setRefreshTick] = useState(0)
  const refreshNow = useCallback(() => setRefreshTick((before) => before + 1), [])
  useEffect(() => {
    if (!live) return
    const look = () => !document.hidden && refreshNow()
    const timer = setInterval(look, BEAT_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [live, refreshNow])
  return { refreshTick, refreshNow }
}
