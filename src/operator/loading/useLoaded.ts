import { useEffect, useMemo, useRef, useState } from 'react'
import { reasonOf } from './operatorCalls.ts'

/** Data loaded from the server. `data` is null before it first arrives and after a failure; while `loading` it is the previous data. */
export interface Loaded<Data> {
  data: Data | null
  /** Time of the request for `data`. */
  asOf: number
  /** Reason why `data` could not be refreshed since. */
  outdated: string | null
  /** Value of `data` at the last new request, before refreshes: the basis of the order. */
  previousData: Data | null
  loading: boolean
  /** Reason why the last attempt failed. */
  failure: string | null
  retry: () => void
  /** Makes the newest data the basis, when the operator selects another order. */
  acceptNewOrder: () => void
}

type State<Data> = Omit<Loaded<Data>, 'retry' | 'acceptNewOrder'>
type Load<Data> = (signal: AbortSignal) => Promise<Data>

/** Loads at once, and again whenever `load` changes; null waits. A new `refreshTick`, or a retry, refreshes the data without a loading
 *  sign; if that fails, the data stays and is marked as outdated, unless it belongs to an earlier request. `prefetched` is the response
 *  if it has already arrived. */
export function useLoaded<Data>(
  load: Load<Data> | null,
  {
    now,
    refreshTick = 0,
    prefetched = null,
  }: { now: () => number; refreshTick?: number; prefetched?: Data | null },
): Loaded<Data> {
  const [state, setState] = useState<State<Data>>({
    data: prefetched,
    asOf: now(),
    outdated: null,
    previousData: prefetched,
    loading: prefetched === null,
    failure: null,
  })
  const [attempt, setAttempt] = useState(0)
  const seen = useRef({ load, refreshTick, attempt })

  useEffect(() => {
    const tried = seen.current.attempt !== attempt
    const refreshing = seen.current.load === load && (tried || seen.current.refreshTick !== refreshTick)
    seen.current = { load, refreshTick, attempt }
    if (!load) return
    const abort = new AbortController()
    const asOf = now()
    if (!refreshing || tried)
      setState((before) => {
        const stays = refreshing ? !before.loading : before.data === prefetched
        return before.data !== null && stays
          ? before
          : { ...before, loading: true, failure: null, outdated: null }
      })
    load(abort.signal).then(
      (data) =>
        !abort.signal.aborted &&
        setState((before) =>
          before.data === data && !before.loading
            ? before
            : {
                data,
                asOf,
                outdated: null,
                previousData: (refreshing && !before.loading && before.previousData) || data,
                loading: false,
                failure: null,
              },
        ),
      (error: unknown) =>
        !abort.signal.aborted &&
        setState((before) =>
          refreshing && before.data && !before.loading
            ? { ...before, outdated: reasonOf(error) }
            : {
                data: null,
                asOf,
                outdated: null,
                previousData: null,
                loading: false,
                failure: reasonOf(error),
              },
        ),
    )
    return () => abort.abort()
  }, [load, attempt, refreshTick, now])

  // Stable while nothing changes, so that one report need not render again for another.
  return useMemo(
    () => ({
      ...state,
      retry: () => setAttempt((count) => count + 1),
      acceptNewOrder: () => setState((before) => ({ ...before, previousData: before.data })),
    }),
    [state],
  )
}
