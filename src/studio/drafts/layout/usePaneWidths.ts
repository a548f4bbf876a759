import { useState, type CSSProperties } from 'react'
import { openStorage } from '../../../operator/browser/localStorage.ts'

export type Side = 'left' | 'right'

/** Narrowest, usual and widest width of each pane in CSS pixels. On a screen below WIDE_FROM, the usual width is the narrow one. */
export const WIDTHS = {
  left: { least: 180, narrow: 216, usual: 276, most: 440 },
  right: { least: 288, narrow: 296, usual: 348, most: 600 },
} as const
const WIDE_FROM = 1280

interface Kept {
  /** Widths that the author chose. */
  widths: Partial<Record<Side, number>>
  folded: Side[]
}

/** Widths of the panes beside the page, and which of them are folded. The browser keeps both. */
export interface PaneWidths extends Kept {
  /** Width as shown. */
  widthOf: (side: Side) => number
  resize: (side: Side, width: number) => void
  fold: (side: Side, isFolded: boolean) => void
  style: CSSProperties
}

export function usePaneWidths(): PaneWidths {
  const [kept, setKept] = useState(read)
  const keep = (next: Kept) => {
    STORAGE.setItem(KEY, JSON.stringify(next))
    setKept(next)
  }
  const widthOf = (side: Side) => {
    const { narrow, usual } = WIDTHS[side]
    return kept.widths[side] ?? (innerWidth < WIDE_FROM ? narrow : usual)
  }
  return {
    ...kept,
    widthOf,
    resize(side, width) {
      const { least, most } = WIDTHS[side]
      const within = Math.round(Math.min(Math.max(width, least), most))
      keep({ ...kept, widths: { ...kept.widths, [side]: within } })
    },
    fold: (side, isFolded) =>
      keep({ ...kept, folded: [...kept.folded.filter((one) => one !== side), ...(isFolded ? [side] : [])] }),
    style: Object.fromEntries(
      Object.entries(kept.widths).map(([side, width]) => [`--desk-${side}`, `${width}px`]),
    ),
  }
}

const STORAGE = openStorage(() => localStorage)
const KEY = 'studioPanes'

/** Widths that the browser kept; none if another release wrote something else. */
function read(): Kept {
  try {
    const { widths, folded } = JSON.parse(STORAGE.getItem(KEY) ?? '') as Kept
    return { widths: { ...widths }, folded: [...folded] }
  } catch {
    return { widths: {}, folded: [] }
  }
}
