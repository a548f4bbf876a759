import { useSyncExternalStore } from 'react'
import type { Cell } from './cell.ts'

/** What a cell holds, now and whenever it changes; `before` where there is none: on the server, and while React takes
 *  over what the server drew. */
export function useCell<T>(cell: Cell<T> | undefined, before: T): T {
  return useSyncExternalStore(cell?.subscribe ?? NEVER, cell?.get ?? (() => before), () => before)
}

const NEVER = () => () => {}
