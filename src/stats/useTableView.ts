import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  filterMember,
  filterOf,
  hiddenMember,
  hiddenOf,
  sortMember,
  sortOf,
  withMembers,
  type Members,
} from './address.ts'
import { keepHidden, type Shelf } from './kept.ts'
import type { Filter } from './matching.ts'
import type { Sort } from './sorting.ts'
import type { Table } from './tables.ts'

/** Browsers refuse an address that changes with every key that is held down (Safari: 100 changes in 30 s). */
const ADDRESS_DELAY_MS = 250

export interface TableView {
  filter: Filter | null
  setFilter: (filter: Filter | null) => void
  sort: Sort | null
  setSort: (sort: Sort) => void
  /** Titles of columns. */
  hidden: readonly string[]
  setHidden: (titles: readonly string[]) => void
}

/** What a table shows of its rows: it applies at once, and the address follows. */
export function useTableView(table: Table, shelf: Shelf): TableView {
  const [address, setAddress] = useSearchParams()
  /** What is typed and not yet in the address. */
  const [typed, setTyped] = useState<{ filter: Filter | null } | null>(null)
  const write = useRef<(members: Members) => void>(() => {})
  useEffect(() => {
    write.current = (members) => setAddress((before) => withMembers(before, members), { replace: true })
  })
  const writeFilter = useDebouncedCallback((filter: Filter | null) => {
    write.current(filterMember(table, filter))
    setTyped(null)
  }, ADDRESS_DELAY_MS)

  // By the text of its members: other tables' members change nothing here.
  const members = new URLSearchParams(
    [...address].filter(([name]) => name === table.report || name.startsWith(`${table.report}.`)),
  ).toString()
  const kept = useMemo(() => {
    const own = new URLSearchParams(members)
    return { filter: filterOf(own, table), sort: sortOf(own, table), hidden: hiddenOf(own, table) }
  }, [members, table])

  return useMemo(
    () => ({
      ...kept,
      filter: typed ? typed.filter : kept.filter,
      setFilter: (filter) => {
        setTyped({ filter })
        writeFilter(filter)
      },
      setSort: (sort) => write.current(sortMember(table, sort)),
      setHidden: (titles) => {
        keepHidden(shelf, table.report, titles)
        write.current(hiddenMember(table, titles))
      },
    }),
    [kept, typed, writeFilter, table, shelf],
  )
}
