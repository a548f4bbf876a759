import { useCallback, useEffect, useState } from 'react'
import type { DraftCompany } from '../../../../schemas/studio/comments.ts'
import { useStudio } from '../../parts/studioContext.ts'

/** A third of the time for which the server takes this operator to have the draft open. */
const REPEAT_MS = 20_000

export interface Company extends DraftCompany {
  /** Asks again at once. Rejects if that fails. */
  refresh: () => Promise<void>
}

/** Other operators who have a draft open, and its comments. While the page is in sight, the server is told that this operator has it open. */
export function useCompany(path: string): Company {
  const { calls } = useStudio()
  const [company, setCompany] = useState<DraftCompany>({ editors: [], comments: [] })
  const refresh = useCallback(async () => setCompany(await calls.present(path)), [calls, path])
  useEffect(() => {
    // If it fails, what is known stays until the next time.
    const ask = () => {
      if (document.visibilityState === 'visible') refresh().catch(() => {})
    }
    ask()
    const timer = setInterval(ask, REPEAT_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [refresh])
  return { ...company, refresh }
}
