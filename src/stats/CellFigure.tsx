import { opens } from './behind.ts'
import { show, type Cell } from './cells.ts'
import type { Column } from './tables.ts'

/** A value of a table. One that something is behind is a button. */
export function CellFigure({ column, value, onOpen }: { column: Column; value: Cell; onOpen: () => void }) {
  const text = show(value, column.format)
  if (!opens(column, value)) return text
  return (
    <button type="button" className="figure" onClick={onOpen}>
      {text}
    </button>
  )
}
