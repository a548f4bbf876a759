import { createContext, use, useCallback, useMemo, useState } from 'react'
import type { EditNote, Mark, NewNote } from '../../../schemas/reports/marks.ts'
import type { Static } from 'typebox'
import { instants, type Range } from '../../operator/days/days.ts'
import { useLoaded, type Loaded } from '../../operator/loading/useLoaded.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'

/** Calls of the logged-in operator, for marks on charts. */
interface MarksContext {
  inside: OperatorCalls['inside']
  /** True if the operator may write notes. */
  writes: boolean
}

/** Null in a chart without marks. */
export const MarksContext = createContext<MarksContext | null>(null)

export interface Marks {
  /** Marks of the range, of the path and of all paths, newest first. */
  shown: readonly Mark[]
  loaded: Loaded<Mark[]>
  writes: boolean
  add: (note: NewNote) => Promise<void>
  edit: (note: Static<typeof EditNote>) => Promise<void>
  remove: (note: number) => Promise<void>
}

/** Marks of a chart; null where there are none to show. `wanted`: false until the figures have loaded. */
export function useMarks({ from, to }: Range, path: string | null, wanted: boolean): Marks | null {
  const context = use(MarksContext)
  const inside = wanted ? context?.inside : undefined
  const [changes, setChanges] = useState(0)
  const load = useMemo(() => {
    if (!inside) return null
    const params = instants({ from, to })
    return async (signal: AbortSignal) =>
      (await inside<{ data: Mark[] }>({ url: '/marks', params, signal })).data
  }, [inside, from, to])
  const loaded = useLoaded(load, { now: Date.now, refreshTick: changes })
  const post = useCallback(
    async (url: string, data: object) => {
      await context!.inside<unknown>({ method: 'post', url: `/marks/notes${url}`, data })
      setChanges((count) => count + 1)
    },
    [context],
  )
  const shown = useMemo(
    () => (loaded.data ?? []).filter((mark) => path === null || mark.path === null || mark.path === path),
    [loaded.data, path],
  )
  if (!context) return null
  return {
    shown,
    loaded,
    writes: context.writes,
    add: (note) => post('', note),
    edit: (note) => post('/edit', note),
    remove: (note) => post('/remove', { note }),
  }
}
