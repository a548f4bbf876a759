import type { ReactNode } from 'react'
import { Notice, Outdated } from '../../operator/loading/Notice.tsx'
import type { Loaded } from '../../operator/loading/useLoaded.ts'
import { SCREEN } from '../../operator/screenWords.ts'

interface Props<Data> {
  of: Loaded<Data>
  /** Text if it failed to load. */
  failed: string
  /** Renders a placeholder for null. */
  children: (data: Data | null) => ReactNode
}

/** Contents from the server: a placeholder while loading, the reason of a failure, or the data, with its age if it could not be
 *  refreshed. */
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
