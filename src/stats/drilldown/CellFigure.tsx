import { opens, type Counting } from './drilldowns.ts'
import { show } from '../../operator/table/cells.ts'
import type { Cell, Format } from '../../rows/row.ts'

interface Props {
  column: Counting & { format: Format }
  value: Cell
  onOpen: () => void
}

/** A value, as a button if rows are behind it. */
export function CellFigure({ column, value, onOpen }: Props) {
  const text = show(value, column.format)
  if (!opens(column, value)) return text
  return (
    <button type="button" className="figure" onClick={onOpen}>
      {text}
    </button>
  )
}
