import { useDebouncedCallback } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { filterMember, filterOf, hiddenMember, hiddenOf, sortMember, sortOf } from '../address/address.ts'
import { storeHidden, type BrowserStorage } from '../../operator/browser/preferences.ts'
import type { Filter } from '../../rows/matching.ts'
import type { Sort } from '../../rows/sorting.ts'
import type { Table } from '../tables/tables.ts'
import { useAddress, type ChangeAddress } from '../address/useAddress.ts'

/** Debounce time, as browsers refuse an address that changes with every repeat of a held key (Safari: 100 changes in 30 s). */
const ADDRESS_DELAY_MS = 250

/** Longest pause within a burst of typing. */
const BURST_MS = 2000

export interface TableView {
  filter: Filter | null
  setFilter: (filter: Filter | null) => void
  sort: Sort | null
  setSort: (sort: Sort) => void
  /** IDs of hidden columns. */
  hidden: readonly string[]
  setHidden: (ids: readonly string[]) => void
}

interface ViewPorts {
  storage: BrowserStorage
  /** Function that outlives the table: a choice made just before switching tabs goes into that tab's address. */
  changeAddress: ChangeAddress
}

/** View of a table: it applies at once, and the address follows. */
export function useTableView(table: Table, { storage, changeAddress }: ViewPorts): TableView {
  const [address] = useAddress()
  /** Choices that are not yet in the address. */
  const [chosen, setChosen] = useState<Partial<Pick<TableView, 'filter' | 'sort'>>>({})
  const latest = useRef(chosen)
  const isShown = useIsShown()
  const typedAt = useRef(-Infinity)
  const write = useDebouncedCallback(
    () => {
      const { filter, sort } = latest.current
      const isTyping = filter !== undefined && sort === undefined && Date.now() - typedAt.current < BURST_MS
      if (filter !== undefined) typedAt.current = Date.now()
      changeAddress(
        {
          ...(filter !== undefined && filterMember(table, filter)),
          ...(sort !== undefined && sortMember(table, sort)),
        },
        // A burst of typing is one step, and so is leaving for another tab.
        isTyping || !isShown.current ? undefined : 'step',
      )
      setChosen({})
    },
    { delay: ADDRESS_DELAY_MS, flushOnUnmount: true },
  )
  const choose = useCallback(
    (choice: typeof chosen) => {
      latest.current = { ...latest.current, ...choice }
      setChosen(latest.current)
      write()
    },
    [write],
  )
  useEffect(() => {
    latest.current = chosen
  }, [chosen])

  // Compared by the text of its members: other tables' members change nothing here.
  const members = new URLSearchParams(
    [...address].filter(([name]) => name === table.report || name.startsWith(`${table.report}.`)),
  ).toString()
  const stored = useMemo(() => {
    const own = new URLSearchParams(members)
    return {
      filter: filterOf(own, table),
      sort: sortOf(own, table) ?? usualSort(table),
      hidden: hiddenOf(own, table),
    }
  }, [members, table])

  const acts = useMemo(
    () => ({
      setFilter: (filter: Filter | null) => choose({ filter }),
      setSort: (sort: Sort) => choose({ sort }),
      setHidden: (ids: readonly string[]) => {
        storeHidden(storage, table.report, ids)
        changeAddress(hiddenMember(table, ids))
      },
    }),
    [choose, changeAddress, table, storage],
  )
  return useMemo(() => ({ ...stored, ...chosen, ...acts }), [stored, chosen, acts])
}

/** False once the table is left, before its last choices are written. */
function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/** Order of a table before anyone chooses one: by money, the most first; null if it has none. */
export function usualSort({ columns }: Table): Sort | null {
  const money =
    columns.find(({ id }) => id === 'profit') ??
    columns.find(({ id }) => id === 'revenue') ??
    columns.find(({ format }) => format === 'cents')
  return money ? { id: money.id, descending: true } : null
}
