import type { ReactNode } from 'react'
import { Notice, Outdated } from '../stats/Notice.tsx'
import type { Loaded } from '../stats/report/useLoaded.ts'
import { SCREEN } from '../texts/statsScreen.ts'

interface Props<Data> {
  of: Loaded<Data>
  /** Says what could not be loaded. */
  failed: string
  /** Draws the shape of it while there is null. */
  children: (data: Data | null) => ReactNode
}

/** What comes from the server: its shape while it loads, why it did not come, or it, and how old it is where it could not be brought
 *  up to date. */
export function LoadedPart<Data>({ of, failed, children }: Props<Data>) {
  const { data, failure, retry } = of
  return (
    <>
      <div role="status" className="outdated-place">
        <Outdated report={of} />
      </div>
      {failure === null ? (
        children(data)
      ) : (
        <Notice title={failed} urgent action={{ label: SCREEN.retry, act: retry }}>
          {failure}
        </Notice>
      )}
    </>
  )
}
