import { useDebouncedCallback } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { filterOf, filterText, withMembers } from './address.ts'
import type { Filter } from './figures.ts'
import type { Table } from './tables.ts'

/** Browsers refuse an address that changes with every key that is held down (Safari: 100 changes in 30 s). */
const ADDRESS_DELAY_MS = 250

/** The filter of a table: it applies as it is typed, and the address follows. */
export function useFilter(table: Table): {
  filter: Filter | null
  setFilter: (filter: Filter | null) => void
} {
  const [address, setAddress] = useSearchParams()
  /** What is typed and not yet in the address. */
  const [typed, setTyped] = useState<{ filter: Filter | null } | null>(null)
  const kept = useMemo(() => filterOf(address, table), [address, table])

  const write = useDebouncedCallback((filter: Filter | null) => {
    setAddress(withMembers(address, { [table.report]: filter && filterText(filter) }), { replace: true })
    setTyped(null)
  }, ADDRESS_DELAY_MS)
  const setFilter = (filter: Filter | null) => {
    setTyped({ filter })
    write(filter)
  }
  return { filter: typed ? typed.filter : kept, setFilter }
}
