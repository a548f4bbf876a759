import { useSyncExternalStore } from 'react'
import type { Cell } from '../queue/cell.ts'

/** Present value of a cell, with updates; `before` if there is no cell: on the server, and while React hydrates. */
export function useCell<T>(cell: Cell<T> | undefined, before: T): T {
  return useSyncExternalStore(cell?.subscribe ?? NEVER, cell?.get ?? (() => before), () => before)
}

const NEVER = () => () => {}
