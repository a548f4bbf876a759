import { useState, type UIEvent } from 'react'

/** Rows of a long table that are rendered: the visible ones, and some on either side. */
export interface RowWindow {
  first: number
  /** Exclusive. */
  end: number
  onScroll: (event: UIEvent<HTMLElement>) => void
}

/** Limit up to which tables are rendered whole, with rows of any height. */
export const WHOLE_ROWS = 150
/** Number of rows to scroll before rendering again. */
const STRIDE = 6

/** `heightPx` is the maximum height of the scroll area. */
export function useRowWindow(
  count: number,
  { rowPx, heightPx }: { rowPx: number; heightPx: number },
): RowWindow {
  const [stride, setStride] = useState(0)
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) =>
    setStride(Math.floor(currentTarget.scrollTop / rowPx / STRIDE))
  if (count <= WHOLE_ROWS) return { first: 0, end: count, onScroll }
  const drawn = Math.ceil(heightPx / rowPx) + 3 * STRIDE
  const first = Math.max(0, Math.min((stride - 1) * STRIDE, count - drawn))
  return { first, end: Math.min(count, first + drawn), onScroll }
}
