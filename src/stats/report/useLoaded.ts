import { useEffect, useMemo, useRef, useState } from 'react'
import { reasonOf } from '../login/operatorCalls.ts'

/** Something on its way from the server. `data` is null before it first came and after a failure; while `loading` it is
 *  what was there before. */
export interface Loaded<Data> {
  data: Data | null
  /** When `data` were asked for. */
  asOf: number
  /** Why `data` could not be brought up to date since. */
  outdated: string | null
  /** What `data` was when it was last asked for anew, before it was brought up to date: what stood where. */
  previousData: Data | null
  loading: boolean
  /** Why the last attempt failed. */
  failure: string | null
  retry: () => void
  /** Takes the newest data for the basis: when the operator asks for another order. */
  acceptNewOrder: () => void
}

type State<Data> = Omit<Loaded<Data>, 'retry' | 'acceptNewOrder'>
type Load<Data> = (signal: AbortSignal) => Promise<Data>

/** Loads at once, and again whenever `load` is another function; null waits. Another `refreshTick`, or a retry, brings what is there
 *  up to date, without a sign of loading; when that fails, what is there stays and is marked as outdated, unless it is of
 *  what was asked before. `come` is the answer when it is there already. */
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

  // The same object while nothing changes: what shows one report need not be drawn anew for another.
  return useMemo(
    () => ({
      ...state,
      retry: () => setAttempt((count) => count + 1),
      acceptNewOrder: () => setState((before) => ({ ...before, previousData: before.data })),
    }),
    [state],
  )
}
