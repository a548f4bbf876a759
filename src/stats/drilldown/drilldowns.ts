import { PARTS, type DrilldownPart } from '../tables/parts.ts'
import type { DrilldownQuery, ReturnsOn } from '../../../schemas/reports/reports.ts'
import type { Opened } from '../address/address.ts'
import { NOT_ASSIGNED, show, versionParts } from '../../operator/table/cells.ts'
import { isText, type Cell, type Row } from '../../rows/row.ts'
import { instants, rangeText, type Range } from '../../operator/days/days.ts'
import { totalOf, valueOf } from '../../rows/figures.ts'
import { matching, type Filter } from '../../rows/matching.ts'
import { allRows, type Page } from '../tables/rowPages.ts'
import { columnOf, type Column, type Table } from '../tables/tables.ts'
import { DRILLDOWN } from '../tables/drilldownWords.ts'

/** Queries for the rows behind a figure. */

export type DrilldownQuestion = {
  [Name in keyof DrilldownQuery]: { name: Name; query: DrilldownQuery[Name] }
}[keyof DrilldownQuery]

export interface DrilldownFigure {
  /** Title of the column, and the figure as shown. */
  title: string
  value: string
  /** Description of the figure's scope. */
  of: string[]
  /** Empty if more rows are summed than can be requested together. */
  parts: { kind: DrilldownPart; label: string; question: DrilldownQuestion }[]
}

/** A figure with what it counts; for a ratio, numerator first. */
export type Counting = Pick<Column, 'drilldown'>

/** Limit of rows that a filter may leave. Source: schemas/reports/reports.ts. */
export const MOST_TUPLES = 4000

/** Words of a row by which single events can be requested, by the row's members. */
const WORDS = {
  version_id: 'version',
  url: 'path',
  offer: 'offer',
  offer_name: 'offer',
  step: 'step',
  aff_id: 'aff_id',
  sub1: 'sub1',
  sub2: 'sub2',
  sub3: 'sub3',
  language: 'language',
  buyer: 'buyer',
} as const

type Member = keyof typeof WORDS

/** True if single events are counted there. */
export function opens({ drilldown }: Counting, value: Cell): boolean {
  if (drilldown === undefined || value === null) return false
  // Returns may cancel out sales, and a rate of zero still has a denominator.
  return value !== 0 || drilldown.length > 1 || drilldown[0] === 'sale' || drilldown[0] === 'own_sale'
}

/** Queries for what a figure counts, narrowed by `asked`. */
export function partsOf(
  { drilldown = [] }: Counting,
  asked: object,
  returns: ReturnsOn = 'reported',
): DrilldownFigure['parts'] {
  return drilldown.map((kind) => {
    const { label, name, asks } = PARTS[kind]
    const bySale = name === 'sales' && returns === 'sold' && { returns }
    return { kind, label, question: { name, query: { ...asked, ...asks, ...bySale } } as DrilldownQuestion }
  })
}

/** The figure of `row`, or over all rows, in the format of the address. */
export function openedIn(
  { report, columns }: Pick<Table, 'report' | 'columns'>,
  column: string,
  row: Row | null,
): Opened {
  const words = row ? membersOf(columns).map((member) => [member, wordText(row[member])]) : []
  return { report, column, words: Object.fromEntries(words) }
}

interface Scope {
  path: string | null
  range: Range
  /** Filter on the rows of a total. */
  filter: Filter | null
  found: FoundRows
  /** Day on which returns count. */
  returns?: ReturnsOn
}

/** Rows of a report that an open figure covers. */
export interface FoundRows {
  /** Row with its words; null if there is none, or if it is over all rows. */
  row: Row | null
  /** Rows that a figure over all rows sums up. */
  summed: readonly Row[]
  /** True if a filter has excluded some rows from that. */
  isPart: boolean
}

/** The same for a table with all its rows here. */
export function foundAmong(
  rows: readonly Row[],
  table: Table,
  { words }: Opened,
  filter: Filter | null,
): FoundRows {
  const members = membersOf(table.columns)
  const isIt = (row: Row) => members.every((member) => wordText(row[member]) === words[member])
  const summed = matching(table, rows, filter)
  return {
    row: isOfRow(words) ? (rows.find(isIt) ?? null) : null,
    summed,
    isPart: summed.length < rows.length,
  }
}

/** The same for a long report, found by the server. */
export async function foundByServer(
  page: Page,
  table: Table,
  { words }: Opened,
  filter: Filter | null,
  signal: AbortSignal,
): Promise<FoundRows> {
  if (isOfRow(words)) {
    const named = membersOf(table.columns).map((member) => [member, words[member] ?? ''])
    const { rows } = await page.another({ limit: 1, words: Object.fromEntries(named) }, signal)
    return { row: rows[0] ?? null, summed: [], isPart: false }
  }
  if (!filter || filter.search.trim() === '') return { row: null, summed: [page.facts.totals], isPart: false }
  const summed = await allRows(page, { filter }, undefined, signal)
  return { row: null, summed, isPart: summed.length < page.facts.rows }
}

function isOfRow(words: Opened['words']): boolean {
  return Object.keys(words).length > 0
}

/** Rows behind the open figure of `table`; null if the table has no such figure: a filter that leaves no row has no total. */
export function drilldownFigure(
  table: Table,
  { column: name, words }: Opened,
  { path, range, filter, found: { row, summed, isPart }, returns = 'reported' }: Scope,
): DrilldownFigure | null {
  const column = columnOf(table, name)
  if (!column?.drilldown) return null
  const members = membersOf(table.columns)
  const ofRow = isOfRow(words)
  const left = !ofRow && isPart ? rowsLeft(table, summed, filter) : null
  if (left?.values.length === 0) return null
  const asked = {
    ...(path !== null && { path }),
    ...(ofRow && askedOf(members, words)),
    ...(left && { rows: left }),
    ...instants(range),
  }
  return {
    title: column.title,
    value: show((row ? valueOf(column, row) : ofRow ? null : overAll(column, summed)) ?? null, column.format),
    of: [
      ...(path === null ? [] : [path]),
      ...(ofRow ? wordsOf(table, words, row) : totalText(column, filter)),
      rangeText(range),
    ],
    parts:
      left && left.values.length > MOST_TUPLES
        ? []
        : partsOf({ drilldown: partsIn(column, table, row, asked) }, asked, returns),
  }
}

/** Word in an address that says that a row has none. */
const NO_WORD = '\u2205'

function wordText(cell: Cell | undefined): string {
  return cell === null ? NO_WORD : String(cell)
}

/** The words of a row; those that it doesn't have by name. Costs name no versions, offers, and buyers, so these say nothing. */
function askedOf(members: readonly Member[], words: Opened['words']): object {
  const named = members.filter((member) => words[member] !== NO_WORD)
  const unnamed = members.filter(
    (member) => words[member] === NO_WORD && (member === 'aff_id' || member === 'sub1'),
  )
  return {
    ...Object.fromEntries(named.map((member) => [WORDS[member], wordOf(member, words)])),
    ...(unnamed.length > 0 && { unassigned: unnamed }),
  }
}

/** Parts that have rows: a row without a word has only costs, and costs of a version, an offer, or a buyer aren't known. */
function partsIn(
  { drilldown = [] }: Counting,
  { report, columns }: Table,
  row: Row | null,
  asked: object,
): readonly DrilldownPart[] {
  if (!report.startsWith('profit-')) return drilldown
  const hasNone = row !== null && columns.some(({ id, format }) => isText(format) && row[id] === null)
  if (hasNone) return drilldown.filter((part) => part === 'cost')
  const namesCosts = row === null ? !('rows' in asked) || isOfAffiliates(columns) : isOfAffiliates(columns)
  return namesCosts ? drilldown : drilldown.filter((part) => part !== 'cost')
}

const isOfAffiliates = (columns: readonly Column[]) => columns.some(({ id }) => id === 'aff_id')

/** The total, or the value of a report with one row. */
function overAll(column: Column, rows: readonly Row[]): Cell {
  if (column.total) return totalOf(column, rows)
  return rows[0] ? valueOf(column, rows[0]) : null
}

function wordOf(member: Member, words: Opened['words']): string | number {
  const word = words[member] ?? ''
  return member === 'version_id' ? Number(word) : word
}

/** Rows that a filter leaves, by the words that distinguish them: only the searched one, if that is a word. */
function rowsLeft(table: Table, rows: readonly Row[], filter: Filter | null) {
  const searched = filter ? (table.filterKeys[filter.key] ?? '') : ''
  const members = isMember(searched) ? [searched] : membersOf(table.columns)
  const tuples = new Map(
    rows.map((row) => {
      const values = members.map((member) => row[member] ?? '')
      return [JSON.stringify(values), values] as const
    }),
  )
  return { columns: members.map((member) => WORDS[member]), values: [...tuples.values()] }
}

function membersOf(columns: readonly Column[]): Member[] {
  return columns.flatMap(({ id }) => (isMember(id) ? [id] : []))
}

function isMember(name: string): name is Member {
  return Object.hasOwn(WORDS, name)
}

function totalText({ total }: Column, filter: Filter | null): string[] {
  if (!total) return []
  const search = filter?.search.trim() ?? ''
  return [filter && search !== '' ? DRILLDOWN.totalOf(search, filter.key) : DRILLDOWN.total]
}

function wordsOf({ columns }: Table, words: Opened['words'], row: Row | null | undefined): string[] {
  return columns.flatMap(({ version, id, label, format, title }) => {
    const word = words[id]
    if (word === undefined) return []
    if (word === NO_WORD) return [`${title}: ${NOT_ASSIGNED}`]
    if (version) return [DRILLDOWN.version((row ? versionParts(row)[0] : null) ?? word)]
    return isText(format) ? [`${title} ${show((label && row?.[label]) ?? word, format)}`] : []
  })
}
