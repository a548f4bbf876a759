import { useEffect, useState } from 'react'

/** How often figures that still grow are brought up to date. */
const BEAT_MS = 30_000

/** Counts up every BEAT_MS while `live` and the page is looked at, at once when it is looked at again, and when asked to. */
export function useBeat(live: boolean, now: () => number): { beat: number; at: number; beatNow: () => void } {
  const [{ beat, at }, setBeat] = useState({ beat: 0, at: now() })
  const beatNow = () => setBeat((before) => ({ beat: before.beat + 1, at: now() }))
  useEffect(() => {
    if (!live) return
    const turn = () => setBeat((before) => ({ beat: before.beat + 1, at: now() }))
    const timer = setInterval(() => !document.hidden && turn(), BEAT_MS)
    const look = () => !document.hidden && turn()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [live, now])
  return { beat, at, beatNow }
}
