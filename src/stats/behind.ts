import type { SalesBehind, VisitorsBehind } from '../../schemas/reports.ts'
import { isText, show, versionParts, type Cell, type Row } from './cells.ts'
import { instants, type Range } from './days.ts'
import { totalOf, valueOf } from './figures.ts'
import type { Behind, Column, Table } from './tables.ts'

/** What a figure is made of: the questions that fetch it. */

export type BehindQuestion =
  { name: 'visitors'; query: VisitorsBehind } | { name: 'sales'; query: SalesBehind }

export interface BehindFigure {
  /** The column's title and the figure as it is shown. */
  title: string
  value: string
  /** What the figure is of, in words. */
  of: string[]
  parts: { label: string; question: BehindQuestion }[]
}

export interface Place {
  table: Table
  column: Column
  /** Null for the total of all rows. */
  row: Row | null
}

interface Scope {
  path: string | null
  range: Range
  rows: readonly Row[]
}

const LABELS: Record<Behind, string> = {
  page_visit: 'Page visits',
  visit: 'Visits',
  registration: 'Registrations',
  impression: 'Impressions',
  sale: 'Sales',
}

/** The words of a row by which single events can be asked for, by the row's members. */
const WORDS = {
  version_id: 'version',
  url: 'path',
  offer: 'offer',
  offer_name: 'offer',
  aff_id: 'aff_id',
  sub1: 'sub1',
  sub2: 'sub2',
  sub3: 'sub3',
} as const

/** Whether anything single is counted there. */
export function opens(column: Column, value: Cell): boolean {
  return column.behind !== undefined && value !== null && (value !== 0 || column.behind.includes('sale'))
}

export function behindFigure({ table, column, row }: Place, { path, range, rows }: Scope): BehindFigure {
  const value = row ? valueOf(column, row) : totalOf(column, rows)
  const words = Object.entries(WORDS).flatMap(([member, word]) =>
    row && table.columns.some(({ of }) => of === member) ? [[word, row[member]]] : [],
  )
  const asked = { ...(path !== null && { path }), ...Object.fromEntries(words), ...instants(range) }
  return {
    title: column.title,
    value: show(value, column.format),
    of: [...(path === null ? [] : [path]), ...(row ? wordsOf(table, row) : ['Total'])],
    parts: (column.behind ?? []).map((kind) => ({
      label: LABELS[kind],
      question:
        kind === 'sale' ? { name: 'sales', query: asked } : { name: 'visitors', query: { ...asked, kind } },
    })),
  }
}

function wordsOf({ columns }: Table, row: Row): string[] {
  return columns.flatMap((column) => {
    if (column.version) return [`Version ${versionParts(row)[0]}`]
    const { of, format, title } = column
    return of && isText(format) ? [`${title} ${show(row[of] ?? null, format)}`] : []
  })
}
