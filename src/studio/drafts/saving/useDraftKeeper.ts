import { useEffect, useRef, useState } from 'react'
import type { Draft } from '../../../../schemas/studio/drafts.ts'
import { openDraftKeeper, type DraftKeeper, type DraftState } from './draftKeeper.ts'
import { useStudio } from '../../parts/studioContext.ts'
import { unsavedTexts } from './unsavedTexts.ts'

/** Keeps an open draft saved. Other tabs of this browser are told of a save, and the page checks for other people's when it is shown
 *  again. `onText` gets another text to show. */
export function useDraftKeeper(
  draft: Draft,
  onText: (text: string) => void,
): { keeper: DraftKeeper | null; state: DraftState | null } {
  const { calls } = useStudio()
  const [opened, setOpened] = useState<{ keeper: DraftKeeper; state: DraftState } | null>(null)
  const show = useRef(onText)
  useEffect(() => {
    show.current = onText
  })
  useEffect(() => {
    const { path } = draft
    const tabs = new BroadcastChannel(`leadloom-draft:${path}`)
    const keeper = openDraftKeeper({
      path,
      draft,
      calls,
      unsaved: unsavedTexts(() => localStorage, path, crypto.getRandomValues(new Uint32Array(2)).join('')),
      now: Date.now,
      onChange: (state) => setOpened((before) => before && { ...before, state }),
      onText: (text) => show.current(text),
      onSaved: () => tabs.postMessage(null),
    })
    setOpened({ keeper, state: keeper.state() })
    const look = () => void keeper.look()
    const onSight = () => (document.visibilityState === 'visible' ? look() : keeper.keep())
    // Leaving the page loses nothing unless the browser stores nothing.
    const onLeave = (event: BeforeUnloadEvent) => {
      keeper.keep()
      if (!keeper.state().isKept) event.preventDefault()
    }
    tabs.onmessage = look
    window.addEventListener('online', look)
    window.addEventListener('focus', look)
    window.addEventListener('beforeunload', onLeave)
    document.addEventListener('visibilitychange', onSight)
    return () => {
      keeper.close()
      tabs.close()
      window.removeEventListener('online', look)
      window.removeEventListener('focus', look)
      window.removeEventListener('beforeunload', onLeave)
      document.removeEventListener('visibilitychange', onSight)
    }
  }, [draft, calls])
  return { keeper: opened?.keeper ?? null, state: opened?.state ?? null }
}
