import { useCallback, type ComponentType } from 'react'
import { Opening } from '../../operator/login/LoginGate.tsx'
import { Notice } from '../../operator/loading/Notice.tsx'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { DESK } from './deskScreen.ts'
import { CALL_FAILED, SCREEN } from '../../operator/screenWords.ts'

/** A part of the desk with a script that loads now. If that fails, it says so and offers a retry. */
export function Part({ name, load }: { name: string; load: () => Promise<ComponentType> }) {
  const { data, failure, retry } = useLoaded(
    useCallback(async () => ({ Page: await load() }), [load]),
    { now: Date.now },
  )
  if (data) return <data.Page />
  if (failure === null) return <Opening />
  return (
    <main className="screen">
      <h1>{name}</h1>
      <Notice title={DESK.partFailed} urgent action={{ label: SCREEN.retry, act: retry }}>
        {CALL_FAILED.unreachable}
      </Notice>
    </main>
  )
}
