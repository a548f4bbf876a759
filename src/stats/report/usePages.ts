import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Filter } from '../../rows/matching.ts'
import type { Sort } from '../../rows/sorting.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { PAGE_ROWS, type Arrangement, type Page, type RowList } from '../tables/rowPages.ts'

interface Pages {
  /** Matching rows, in their order. */
  rows: RowList
  /** True if the rows shown have another order or search than the requested one. */
  loading: boolean
  failure: string | null
  retry: () => void
  /** The server's facts about them. */
  facts: Page['facts']
  /** Callback for the range of visible rows. */
  onWindow: (first: number, end: number) => void
  /** The newest page, for requesting others. */
  source: Page
  arrangement: Arrangement
}

/** Pages by index. */
type Held = ReadonlyMap<number, readonly Page['rows'][number][]>

interface Shown {
  /** Page that came with the report; these pages follow it. */
  first: Page
  arrangement: string
  source: Page
  held: Held
}

/** Debounce time, so that a held key makes one request. */
const TYPING_MS = 150
const PAGES_HELD = 20
const AS_COUNTED = JSON.stringify([null, null])

/** Visible rows of a long report, and those around them. The rows shown stay until the requested ones arrive; refreshed figures replace
 *  them without a loading sign. */
export function usePages(first: Page, { filter, sort }: { filter: Filter | null; sort: Sort | null }): Pages {
  const typed = textOf(sort, filter)
  const [text] = useDebouncedValue(typed, TYPING_MS)
  const arrangement = useMemo((): Arrangement => {
    const [by, searched] = JSON.parse(text) as [Sort | null, Filter | null]
    return { sort: by, filter: searched }
  }, [text])
  const [shown, setShown] = useState<Shown>(() => shownFirst(first))
  const [sight, setSight] = useState({ from: 0, to: 0 })
  const [failed, setFailed] = useState<{ asked: string; reason: string } | null>(null)
  const [attempt, setAttempt] = useState(0)

  const isArranged = shown.arrangement === text
  const isCurrent = isArranged && shown.first === first
  const places = isArranged ? placesOf(sight) : [0]
  const missing = isCurrent ? places.filter((place) => !shown.held.has(place)) : places
  const asked = JSON.stringify([first.facts.snapshot, text, missing])

  useEffect(() => {
    if (missing.length === 0) return
    const abort = new AbortController()
    const source = isCurrent ? shown.source : first
    const load = async (place: number) =>
      place === 0 && text === AS_COUNTED && !isCurrent
        ? first
        : source.another({ ...arrangement, offset: place * PAGE_ROWS, limit: PAGE_ROWS }, abort.signal)
    Promise.all(missing.map(load)).then(
      (pages) => {
        if (abort.signal.aborted) return
        setFailed(null)
        setShown((before) => {
          const held = [...(isCurrent ? before.held : [])].slice(-PAGES_HELD)
          const come = pages.map(({ rows }, at) => [missing[at]!, rows] as const)
          return { first, arrangement: text, source: pages.at(-1)!, held: new Map([...held, ...come]) }
        })
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setFailed({ asked, reason: reasonOf(error) })
      },
    )
    return () => abort.abort()
    // The text includes the whole request.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked, first, attempt])

  const rows = useMemo(() => listOf(shown), [shown])
  const onWindow = useCallback(
    (from: number, to: number) =>
      setSight((before) => (before.from === from && before.to === to ? before : { from, to })),
    [],
  )
  return {
    rows,
    loading: shown.arrangement !== typed && failed?.asked !== asked,
    failure: failed?.asked === asked ? failed.reason : null,
    retry: useCallback(() => {
      setFailed(null)
      setAttempt((count) => count + 1)
    }, []),
    facts: shown.source.facts,
    onWindow,
    source: shown.source,
    arrangement,
  }
}

function shownFirst(first: Page): Shown {
  return { first, arrangement: AS_COUNTED, source: first, held: new Map([[0, first.rows]]) }
}

function textOf(sort: Sort | null, filter: Filter | null): string {
  return JSON.stringify([sort, filter && filter.search.trim() !== '' ? filter : null])
}

/** Indices of the pages with visible rows. */
function placesOf({ from, to }: { from: number; to: number }): number[] {
  const first = Math.floor(from / PAGE_ROWS)
  const last = Math.floor(Math.max(from, to - 1) / PAGE_ROWS)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

function listOf({ source, held }: Shown): RowList {
  return {
    length: source.facts.matching,
    slice: (first, end) =>
      Array.from({ length: Math.max(0, end - first) }, (_, at) => {
        const place = first + at
        return held.get(Math.floor(place / PAGE_ROWS))?.[place % PAGE_ROWS]
      }),
  }
}
