import { useEffect, useMemo, useState } from 'react'
import type { Api } from '../tables/api.ts'
import { today, type Range, type AskedRange } from '../../operator/days/days.ts'
import { dropPath, storedPath, storedRange, type BrowserStorage } from '../../operator/browser/preferences.ts'
import { choosePath } from '../address/path.ts'
import { askedRange, chooseRange } from '../address/range.ts'
import type { Loaded } from '../../operator/loading/useLoaded.ts'
import { usePaths } from './useReports.ts'

export interface ScreenScope {
  paths: Loaded<string[]>
  /** Null until the paths have loaded, if there are none, and if the requested one does not exist. */
  path: string | null
  /** Path in the address that does not exist. */
  unknownPath: string | null
  /** Ends as in the address. */
  asked: AskedRange
  /** Null if the requested one is not valid; `alert` gives the reason. */
  range: Range | null
  alert: string | null
  /** True if the range ends today. */
  live: boolean
}

/** Chooses the path and days of the screen: those in the address, then those that the browser remembers. */
export function useScope(
  api: Api,
  address: URLSearchParams,
  { product, storage, now }: { product: string; storage: BrowserStorage; now: () => number },
): ScreenScope {
  const paths = usePaths(api, now)
  const askedPath = address.get('path') || null
  const path =
    paths.data && choosePath(paths.data, { asked: askedPath, stored: storedPath(storage), product })
  useEffect(() => {
    const stored = storedPath(storage)
    if (stored !== null && paths.data && !paths.data.includes(stored)) dropPath(storage)
  }, [storage, paths.data])

  const [rangeAtStart] = useState(() => storedRange(storage, now()))
  const { from: askedFrom, to: askedTo, unknown } = askedRange(address, now())
  const asked = useMemo(() => ({ from: askedFrom, to: askedTo, unknown }), [askedFrom, askedTo, unknown])
  const chosen = chooseRange(asked, rangeAtStart, now())
  const { from, to } = 'range' in chosen ? chosen.range : { from: null, to: null }
  const range = useMemo(() => (from === null || to === null ? null : { from, to }), [from, to])
  return {
    paths,
    path,
    unknownPath: paths.data?.length && path === null ? askedPath : null,
    asked,
    range,
    alert: 'alert' in chosen ? chosen.alert : null,
    live: range !== null && range.to === today(now()),
  }
}
