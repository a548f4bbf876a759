import { useCallback, useState } from 'react'
import { Opening } from '../../operator/login/LoginGate.tsx'
import { statusOf } from '../../operator/loading/operatorCalls.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { DRAFTS } from '../parts/draftScreen.ts'
import { DraftDesk } from './DraftDesk.tsx'
import { MakeDraft } from './MakeDraft.tsx'
import { StudioBar } from './StudioBar.tsx'
import { useStudio } from '../parts/studioContext.ts'
import { WaitingNotice } from './waiting/WaitingNotice.tsx'

/** The draft of a site, or a way to make one. */
export function DraftPage({ path }: { path: string }) {
  const { calls } = useStudio()
  const [count, setCount] = useState(0)
  const load = useCallback(
    async (signal: AbortSignal) => {
      try {
        return { draft: await calls.read(path, signal) }
      } catch (error) {
        if (statusOf(error) !== 404) throw error
        return { site: (await calls.sites(signal)).find((site) => site.path === path) ?? null }
      }
    },
    [calls, path, count],
  )
  const { data, failure, retry } = useLoaded(load, { now: Date.now })
  const reopen = () => setCount((before) => before + 1)
  // Remounts for a new draft, so that nothing of the previous one stays.
  if (data?.draft) return <DraftDesk key={data.draft.revision} draft={data.draft} onReopen={reopen} />
  const version = data?.site?.live[0]?.version ?? data?.site?.versions[0]?.version
  return (
    <>
      <StudioBar path={path} />
      {failure !== null ? (
        <main className="sites">
          <Notice title={DRAFTS.draftFailed} urgent action={{ label: SCREEN.retry, act: retry }}>
            {failure}
          </Notice>
        </main>
      ) : !data ? (
        <Opening />
      ) : data.site ? (
        <main className="sites begin">
          <h2>{DRAFTS.noDraftYet(path)}</h2>
          <WaitingNotice path={path} refreshTick={count} onDecided={reopen} />
          {version !== undefined && (
            <>
              <p>{DRAFTS.beginFrom(version)}</p>
              <MakeDraft path={path} version={version} onMade={reopen} />
            </>
          )}
        </main>
      ) : (
        <main className="sites">
          <Notice title={DRAFTS.noSuchSite(path)}>{DRAFTS.chooseSite}</Notice>
        </main>
      )}
    </>
  )
}
