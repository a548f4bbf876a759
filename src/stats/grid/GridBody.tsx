import { memo } from 'react'
import { versionParts } from '../../operator/table/cells.ts'
import { isFigure, isText, type Row } from '../../rows/row.ts'
import { CellFigure } from '../drilldown/CellFigure.tsx'
import { valueOf } from '../../rows/figures.ts'
import type { Column } from '../tables/tables.ts'
import { TABLE } from './tableWords.ts'

interface Props {
  /** Undefined while still loading. */
  drawn: readonly (Row | undefined)[]
  /** Index of the first one among all rows. */
  first: number
  count: number
  rowPx: number
  columns: readonly Column[]
  /** ID of the sort column. */
  sorted: string | undefined
  onOpen: (column: Column, row: Row) => void
}

/** Rows of the window between spacers for the others. */
export function GridBody({ drawn, first, count, rowPx, ...rest }: Props) {
  const after = count - first - drawn.length
  return (
    <tbody>
      {first > 0 && <Gap heightPx={first * rowPx} />}
      {drawn.map((row, index) => (
        // A position keeps its element, and the focus in it, while it is rendered; a row that scrolls in reuses the element of one that
        // scrolls out.
        <GridRow key={(first + index) % drawn.length} row={row} place={first + index} {...rest} />
      ))}
      {after > 0 && <Gap heightPx={after * rowPx} />}
    </tbody>
  )
}

function Gap({ heightPx }: { heightPx: number }) {
  return <tr aria-hidden className="gap" style={{ height: heightPx }} />
}

const GridRow = memo(function GridRow({
  row,
  place,
  columns,
  sorted,
  onOpen,
}: Pick<Props, 'columns' | 'sorted' | 'onOpen'> & { row: Row | undefined; place: number }) {
  // A row of costs that name no such word has nothing else behind it.
  const isOfCosts = columns.some(({ id, format }) => isText(format) && row?.[id] === null)
  return (
    <tr aria-rowindex={place + 2}>
      {columns.map((column, at) => {
        // The first cell names the row.
        const Cell = at === 0 ? 'th' : 'td'
        return (
          <Cell key={column.id} scope={at === 0 ? 'row' : undefined} className={classOf(column, sorted, row)}>
            {row === undefined ? (
              at === 0 && TABLE.toCome
            ) : column.version ? (
              versionParts(row).flatMap((part) => [<span key={part}>{part}</span>, ' '])
            ) : (
              <CellFigure
                column={isOfCosts ? withCosts(column) : column}
                value={valueOf(column, row)}
                onOpen={() => onOpen(column, row)}
              />
            )}
          </Cell>
        )
      })}
    </tr>
  )
})

/** The column, without anything behind it unless that includes costs. */
function withCosts(column: Column) {
  const { drilldown } = column
  return { format: column.format, drilldown: drilldown?.includes('cost') ? drilldown : undefined }
}

function classOf(column: Column, sorted: string | undefined, row: Row | undefined): string | undefined {
  const { id, format, ratio } = column
  const isLoss = 'isLoss' in column && row !== undefined && Number(valueOf(column, row)) < 0
  const names = [
    isFigure(format) && 'right',
    id === sorted && 'sorted',
    isLoss && 'loss',
    isLoss && !ratio && 'loss-sum',
  ].filter(Boolean)
  return names.length > 0 ? names.join(' ') : undefined
}
