import { useEffect } from 'react'
import { hiddenMember, withMembers } from './address.ts'
import type { Range } from '../../operator/days/days.ts'
import { storedHidden, type BrowserStorage } from '../../operator/browser/preferences.ts'
import { rangeMembers } from './range.ts'
import { TABLES } from '../tables/tables.ts'
import { useAddress } from './useAddress.ts'

interface Shown {
  /** Null on a tab for all paths. */
  path: string | null
  /** Null while the address must stay as it is. */
  range: Range | null
  /** True if the address was opened without a range: its missing parts then come from the browser's preferences. */
  bare: boolean
  storage: BrowserStorage
  now: () => number
}

/** Completes the address, so that a person who gets it as a link sees the same, and not the preferences of their own browser. */
export function useWholeAddress({ path, range, bare, storage, now }: Shown): void {
  const [address, changeAddress] = useAddress()
  useEffect(() => {
    if (!range) return
    const hidden = bare
      ? TABLES.filter(({ report }) => !address.has(`${report}.hide`)).map((table) =>
          hiddenMember(table, storedHidden(storage, table.report)),
        )
      : []
    const ends = rangeMembers(address, range, now())
    const members = { ...Object.assign({}, ...hidden), ...(path !== null && { path }), ...ends }
    if (withMembers(address, members).toString() !== address.toString()) changeAddress(members)
  })
}
