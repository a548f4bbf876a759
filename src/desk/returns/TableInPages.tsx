import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { RETURNS_FILE } from './returnScreen.ts'
import { PlainTable } from '../list/PlainTable.tsx'

interface Props<Row> {
  title: string
  columns: readonly string[]
  figures: readonly string[]
  rows: readonly Row[]
  cellsOf: (row: Row) => readonly ReactNode[]
}

const PAGE_ROWS = 50

/** A table of many rows, all loaded, in pages. Other rows need another key. */
export function TableInPages<Row>({ title, columns, figures, rows, cellsOf }: Props<Row>) {
  const [start, setStart] = useState(0)
  const end = Math.min(start + PAGE_ROWS, rows.length)
  return (
    <>
      <PlainTable
        title={title}
        columns={columns}
        figures={figures}
        rows={rows.slice(start, end).map((row, at) => ({ key: String(start + at), cells: cellsOf(row) }))}
      />
      {rows.length > PAGE_ROWS && (
        <div className="list-foot">
          <span className="list-act" role="status">
            {RETURNS_FILE.showing(start + 1, end, rows.length)}
          </span>
          <Button
            size="xs"
            variant="default"
            disabled={start === 0}
            onClick={() => setStart(start - PAGE_ROWS)}
          >
            {RETURNS_FILE.newer}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={end === rows.length}
            onClick={() => setStart(start + PAGE_ROWS)}
          >
            {RETURNS_FILE.older}
          </Button>
        </div>
      )}
    </>
  )
}
