import { useEffect, useRef, useState } from 'react'
import { reasonOf, statusOf } from '../../../operator/loading/operatorCalls.ts'
import { DRAFTS } from '../../parts/draftScreen.ts'
import { REPLAY } from './replayScreen.ts'
import type { DraftKeeper } from '../saving/draftKeeper.ts'
import { useStudio } from '../../parts/studioContext.ts'
import { NOTHING_YET, runReplay, type Replayed } from './runReplay.ts'

/** State of a replay. `revision` is that of the replayed draft. */
export type Stage =
  | { at: 'asked' }
  | { at: 'walking' | 'done' | 'stopped'; revision: number; so: Replayed }
  | { at: 'failed' | 'stale'; title: string; reason: string }

/** A replay of recorded visits on a draft; it ends when the page unmounts. */
export function useReplay(keeper: DraftKeeper, path: string) {
  const { calls } = useStudio()
  const [stage, setStage] = useState<Stage>({ at: 'asked' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function walk(days: number | null, signal: AbortSignal): Promise<void> {
    // The server replays what it has saved.
    if (!(await keeper.save()))
      return setStage({ at: 'failed', title: REPLAY.failed, reason: DRAFTS.notSavedYet })
    if (signal.aborted) return
    const { revision } = keeper.state().line
    setStage({ at: 'walking', revision, so: NOTHING_YET })
    const asked = { path, revision, run: crypto.randomUUID(), ...(days !== null && { days }) }
    const onPart = (so: Replayed) => setStage({ at: 'walking', revision, so })
    const so = await runReplay((part, until) => calls.replay(part, until), asked, { signal, onPart })
    setStage({ at: 'done', revision, so })
  }

  return {
    stage,
    start: (days: number | null) => {
      running.current?.abort()
      const mine = new AbortController()
      running.current = mine
      setStage({ at: 'walking', revision: 0, so: NOTHING_YET })
      walk(days, mine.signal).catch((error: unknown) => {
        if (mine.signal.aborted) return
        setStage(
          statusOf(error) === 409
            ? { at: 'stale', title: REPLAY.stale, reason: REPLAY.staleNote }
            : { at: 'failed', title: REPLAY.failed, reason: reasonOf(error) },
        )
      })
    },
    stop: () => {
      running.current?.abort()
      setStage((before) => (before.at === 'walking' ? { ...before, at: 'stopped' } : before))
    },
  }
}
