import { show, versionParts } from '../../operator/table/cells.ts'
import { isFigure, type Format, type Row } from '../../rows/row.ts'
import { totalOf, valueOf } from '../../rows/figures.ts'
import { plainText } from '../../rows/matching.ts'
import { BYTE_ORDER_MARK, disarmed, safeCsv } from '../../rows/spreadsheetText.ts'
import type { Column } from '../tables/tables.ts'

/** A table as on the screen, for other programs: the visible columns, the matching rows in their order, and the totals strip. */

export interface Sheet {
  header: string[]
  formats: Format[]
  /** Cells as shown, with figures as numbers; null for a dash or an empty cell. */
  rows: (string | number | null)[][]
}

export function sheetOf(columns: readonly Column[], rows: readonly Row[]): Sheet {
  const totals = columns.map((column, index) => (index === 0 ? 'Total' : totalOf(column, rows)))
  return {
    header: columns.map(({ title }) => title),
    formats: columns.map(({ format }) => format),
    rows: [...rows.map((row) => columns.map((column) => cellOf(column, row))), totals],
  }
}

function cellOf(column: Column, row: Row): string | number | null {
  if (column.version) return versionParts(row).join(' ')
  const value = valueOf(column, row)
  return typeof value === 'string' ? show(value, column.format) : value
}

/** CSV with a byte order mark, without which Excel does not read it as UTF-8. Figures are plain numbers with the digits shown. Words
 *  come from strangers' links, so formulas are disarmed. */
export async function csvOf({ header, formats, rows }: Sheet): Promise<Blob> {
  const { unparse } = (await import('papaparse')).default
  const cells = rows.map((row) => row.map((cell, at) => numberIn(cell, formats[at]!)))
  return new Blob([BYTE_ORDER_MARK, safeCsv(unparse, [header, ...cells])], { type: 'text/csv;charset=utf-8' })
}

/** An Excel workbook of one sheet. Its figures are numbers and its texts are texts, with formulas still disarmed in case a person saves
 *  it as CSV. */
export async function xlsxOf({ header, formats, rows }: Sheet): Promise<Blob> {
  const { default: write } = await import('write-excel-file/universal')
  const bold = { fontWeight: 'bold' as const }
  const cells = rows.map((row, index) =>
    row.map((cell, at) => {
      const style = index === rows.length - 1 ? bold : {}
      if (cell === null) return null
      if (typeof cell === 'string') return { ...style, type: String, value: xlsxText(disarmed(cell)) }
      const [format, value] = excel(cell, formats[at]!)
      return { ...style, type: Number, value, ...(format && { format }) }
    }),
  )
  const heads = header.map((title, at) => ({
    ...bold,
    type: String,
    value: xlsxText(title),
    align: isFigure(formats[at]!) ? ('right' as const) : ('left' as const),
  }))
  const columns = formats.map((format) => ({ width: isFigure(format) ? 16 : 28 }))
  return write([heads, ...cells], { columns, stickyRowsCount: 1, sheet: 'Leadloom' }).toBlob()
}

/** A text as cells of XLSX files hold it: without characters that XML forbids, and so that nothing in it is read as one. Source: ECMA-376,
 *  Part 1, 22.9.2.19. */
function xlsxText(text: string): string {
  const escape = (sign: string) =>
    Array.from({ length: sign.length }, (_, at) => {
      const code = sign.charCodeAt(at).toString(16).toUpperCase()
      return `_x${code.padStart(4, '0')}_`
    }).join('')
  // Also where no underscore follows, because a character that is escaped begins with one.
  const safe = text.replace(/_(?=x[\dA-Fa-f]{4})/g, escape('_')).replace(FORBIDDEN, escape)
  // The writer looks texts up in an object, and would find what it inherits.
  return safe in {} ? safe.replace(/^./, (sign) => escape(sign)) : safe
}

/** Characters that XML forbids or advises against, and the line break of Windows, which would be read as one of Unix. */
const FORBIDDEN = /(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu

function numberIn(cell: string | number | null, format: Format): string | number | null {
  return typeof cell === 'number' ? Number(plainText(cell, format)) : cell
}

/** Excel's number format for a figure, and the figure in Excel's unit. */
function excel(value: number, format: Format): [string | null, number] {
  if (format === 'cents') return ['"$"#,##0.00', value / 100]
  if (format === 'dollars') return ['"$"#,##0.00', value]
  if (format === 'percent') return ['0.00%', value / 100]
  if (format === 'seconds') return ['0.0', value / 1000]
  return [{ count: '#,##0', average: '#,##0.00', word: null, name: null, id: null }[format], value]
}
