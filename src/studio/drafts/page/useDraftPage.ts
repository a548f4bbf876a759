import { useCallback, useEffect, useRef, useState } from 'react'
import { useImmer } from 'use-immer'
import type { DraftPageState } from '../../../../schemas/studio/page.ts'
import { reasonOf, statusOf } from '../../../operator/loading/operatorCalls.ts'
import type { Beginning } from '../../panes/PageFrame.tsx'
import { useStudio } from '../../parts/studioContext.ts'

/** `closed`: not requested, closed again, or failed to open. */
type Standing = 'closed' | 'opening' | 'open'

export interface OpenedPage {
  standing: Standing
  /** State of the page; null until known. */
  state: DraftPageState | null
  /** Reason why it is closed, unless its author closed it. */
  reason: string | null
  /** Reason why updates fail; they are retried. */
  lost: string | null
  open: () => void
  close: () => void
  begin: (beginning: Beginning) => Promise<string>
}

const RETRY_MS = 2000
const CLOSED = { standing: 'closed', state: null, reason: null, lost: null } as const

type Known = Pick<OpenedPage, 'standing' | 'state' | 'reason' | 'lost'>

/** Page of a draft as last saved; `revision` changes with each save. Nothing is requested while the tab is hidden, and the server closes
 *  an unused page. */
export function useDraftPage(path: string, revision: number): OpenedPage {
  const { calls } = useStudio()
  const [known, updateKnown] = useImmer<Known>(CLOSED)
  const [isSeen, setSeen] = useState(document.visibilityState === 'visible')
  const heard = useRef(0)
  const asking = useRef<AbortController | null>(null)
  const { standing } = known

  const open = useCallback(() => {
    updateKnown({ ...CLOSED, standing: 'opening' })
    heard.current = 0
    calls.openPage(path).then(
      () =>
        updateKnown((known) => {
          known.standing = 'open'
        }),
      (error: unknown) => updateKnown({ ...CLOSED, reason: reasonOf(error) }),
    )
  }, [calls, path, updateKnown])
  const close = useCallback(() => {
    // Pending requests would be refused.
    asking.current?.abort()
    updateKnown(CLOSED)
    calls.leavePage(path)
  }, [calls, path, updateKnown])
  const begin = useCallback(
    async (beginning: Beginning) => (await calls.beginVisit({ path, ...beginning })).address,
    [calls, path],
  )

  useEffect(() => {
    const look = () => setSeen(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  useEffect(() => {
    if (standing === 'closed') return
    const leave = () => calls.leavePage(path)
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [calls, path, standing])
  // An author who moves to another draft leaves this page.
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = standing !== 'closed'
  })
  useEffect(() => () => void (isOpen.current && calls.leavePage(path)), [calls, path])

  useEffect(() => {
    if (standing !== 'open' || !isSeen) return
    const stop = (asking.current = new AbortController())
    const { signal } = stop
    const follow = async (): Promise<void> => {
      while (!signal.aborted)
        try {
          const state = await calls.page({ path, seen: heard.current }, signal)
          heard.current = state.seen
          updateKnown((known) => {
            if (known.standing === 'open') Object.assign(known, { state, lost: null })
          })
        } catch (error) {
          if (signal.aborted) return
          const status = statusOf(error)
          if (status !== null && status < 500 && status !== 429)
            return updateKnown({ ...CLOSED, reason: reasonOf(error) })
          updateKnown((known) => {
            known.lost = reasonOf(error)
          })
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        }
    }
    void follow()
    return () => stop.abort()
  }, [calls, path, revision, standing, isSeen, updateKnown])

  return { ...known, open, close, begin }
}
