import { ActionIcon, Button, Checkbox, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Notice } from '../../operator/loading/Notice.tsx'
import { LIST } from '../parts/deskScreen.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import type { List } from './useList.ts'
import { useTicks, type Selection, type Ticks } from './useTicks.ts'

export interface ListColumn<Row> {
  title: string
  /** True for a figure, or anything aligned to the right. */
  right?: true
  /** True if it takes the width that the others leave. */
  wide?: true
  /** True if it has names, which get room for two or three words. */
  name?: true
  /** True if it never wraps. */
  whole?: true
  /** True if a phone shows it in the first column instead. */
  isFirstOnPhone?: true
  /** Values of the filter `sort` for an order by this column; null for the order without one. */
  sort?: Partial<Record<'descending' | 'ascending', string | null>> & { isAscendingFirst?: true }
  cell: (row: Row) => ReactNode
}

interface Props<Row> {
  title: string
  /** True if it is below the title of its page. */
  isPart?: true
  /** Text if it failed to load. */
  failed?: string
  note?: ReactNode
  list: List<{ data: Row[]; next: string | null }>
  /** The first column names the row, and links to it. */
  columns: readonly ListColumn<Row>[]
  keyOf: (row: Row) => string | number
  select?: Selection<Row> | undefined
  /** Filter controls. */
  tools: ReactNode
  /** Text for an empty list. */
  empty: { title: string; why: string }
}

/** A page of a list: loading, failed, outdated, empty, filtered to nothing, or filled. */
export function ListCard<Row>(props: Props<Row>) {
  const { title, isPart, failed = LIST.failed, note, list, columns, keyOf, select, tools, empty } = props
  const titleId = useId()
  const Title = isPart ? 'h2' : 'h1'
  const { page, isFirst, filters, search } = list
  const { data, loading } = page
  const ticks = useTicks(select, data?.data ?? NONE, keyOf)
  const isFiltered = search !== null || Object.keys(filters).some((name) => name !== 'sort')
  return (
    <section className="card" aria-labelledby={titleId} aria-busy={loading}>
      <header className="card-head">
        <div>
          <Title id={titleId}>{title}</Title>
          <p className="card-note">
            <span role="status">
              {data && data.data.length > 0 && LIST.count(data.data.length, isFirst, data.next === null)}
            </span>{' '}
            {isFiltered && (
              <button type="button" className="link" onClick={list.clear}>
                {LIST.clear}
              </button>
            )}
          </p>
          {note && <p className="card-note">{note}</p>}
        </div>
        <div className="tools">
          {tools}
          <ActionIcon
            variant="default"
            size={30}
            aria-label={LIST.refresh}
            title={LIST.refresh}
            onClick={list.refresh}
          >
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        </div>
      </header>
      <LoadedPart of={page} failed={failed}>
        {() =>
          data?.data.length === 0 ? (
            isFiltered ? (
              <Notice title={LIST.noMatch} stale={loading} action={{ label: LIST.clear, act: list.clear }}>
                {LIST.noMatchWhy}
              </Notice>
            ) : (
              <Notice title={empty.title} stale={loading}>
                {empty.why}
              </Notice>
            )
          ) : (
            <ListTable
              {...{ titleId, columns, keyOf, select, ticks, list }}
              rows={data?.data ?? null}
              isStale={loading}
            />
          )
        }
      </LoadedPart>
      <ListFoot {...{ list, select }} ticked={ticks.ticked} />
    </section>
  )
}

interface TableProps<Row> extends Pick<Props<Row>, 'columns' | 'keyOf' | 'select'> {
  list: Sorted
  titleId: string
  /** Null while they load. */
  rows: readonly Row[] | null
  ticks: Ticks
  /** True if newer rows are loading. */
  isStale: boolean
}

function ListTable<Row>({ titleId, rows, isStale, list, ...row }: TableProps<Row>) {
  const { columns, keyOf, select, ticks } = row
  const body = useOneTabStop(rows)
  return (
    <div
      role="group"
      aria-labelledby={titleId}
      className="grid-scroll"
      data-stale={(isStale && rows !== null) || undefined}
    >
      <table className="grid list-grid" aria-labelledby={titleId}>
        <thead>
          <tr>
            {columns.map(({ title, right, wide, name, isFirstOnPhone, sort }, at) => {
              const Cell = title === '' ? 'td' : 'th'
              const scope = title === '' ? undefined : 'col'
              const looks = { right, wide, name, 'first-on-phone': isFirstOnPhone }
              return (
                <Cell
                  key={title}
                  scope={scope}
                  className={classOf(looks)}
                  aria-sort={sort && orderBy(sort, list)}
                >
                  {at === 0 && select ? (
                    <TickLine box={<Checkbox {...TICK} aria-label={select.all} {...ticks.all} />}>
                      {title}
                    </TickLine>
                  ) : sort ? (
                    <SortButton title={title} sort={sort} list={list} />
                  ) : (
                    title
                  )}
                </Cell>
              )
            })}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody ref={body} onKeyDown={moveBetweenRows}>
          {rows === null
            ? Array.from({ length: SHAPE_ROWS }, (_, at) => <ShapeRow key={at} columns={columns} />)
            : rows.map((one) => <ListRow key={keyOf(one)} row={one} {...row} />)}
        </tbody>
      </table>
    </div>
  )
}

type Sorted = Pick<List<unknown>, 'filters' | 'filter'>
type Sort = NonNullable<ListColumn<unknown>['sort']>

/** Direction in which a list is sorted by a column. */
function orderBy(sort: Sort, { filters }: Sorted): 'descending' | 'ascending' | 'none' {
  const sorted = filters['sort'] ?? null
  return sort.descending === sorted ? 'descending' : sort.ascending === sorted ? 'ascending' : 'none'
}

/** Title of a column, which sorts the list by it. */
function SortButton({ title, sort, list }: { title: string; sort: Sort; list: Sorted }) {
  const order = orderBy(sort, list)
  const isNextAscending = order === 'none' ? sort.isAscendingFirst : order === 'descending'
  const next = isNextAscending && sort.ascending !== undefined ? sort.ascending : sort.descending
  return (
    <button type="button" className="list-sort" onClick={() => list.filter({ sort: next ?? null })}>
      {title} <span aria-hidden>{order === 'none' ? '' : order === 'descending' ? '↓' : '↑'}</span>
    </button>
  )
}

/** Placeholder for a row. */
function ShapeRow<Row>({ columns }: Pick<Props<Row>, 'columns'>) {
  return (
    <tr aria-hidden>
      {columns.map(({ title }) => (
        <td key={title}>
          <Skeleton height={12} width="70%" />
        </td>
      ))}
    </tr>
  )
}

type RowProps<Row> = { row: Row } & Pick<TableProps<Row>, 'columns' | 'keyOf' | 'select' | 'ticks'>

function ListRow<Row>({ row, columns, keyOf, select, ticks }: RowProps<Row>) {
  const key = Number(keyOf(row))
  return (
    <tr>
      {columns.map(({ title, right, whole, isFirstOnPhone, cell }, at) => {
        const Cell = at === 0 ? 'th' : 'td'
        return (
          <Cell
            key={title}
            scope={at === 0 ? 'row' : undefined}
            className={classOf({ right, whole, 'first-on-phone': isFirstOnPhone })}
          >
            {at === 0 && select ? (
              <TickLine
                box={
                  select.can(row) && <Checkbox {...TICK} aria-label={select.label(key)} {...ticks.of(key)} />
                }
              >
                {cell(row)}
              </TickLine>
            ) : (
              cell(row)
            )}
          </Cell>
        )
      })}
    </tr>
  )
}

interface FootProps<Row> extends Pick<Props<Row>, 'list' | 'select'> {
  ticked: Ticks['ticked']
}

/** Other pages of the list, and the action on the selected rows. */
function ListFoot<Row>({ list, select, ticked }: FootProps<Row>) {
  const { page, isFirst, newest, older } = list
  const hasOlder = Boolean(page.data?.next)
  if (isFirst && !hasOlder && ticked.length === 0) return null
  return (
    <footer className="list-foot">
      {select && ticked.length > 0 && (
        <Button size="xs" className="list-act" onClick={() => select.onAct(ticked)}>
          {select.act(ticked.length)}
        </Button>
      )}
      <Button size="xs" variant="default" disabled={isFirst} onClick={newest}>
        {LIST.newest}
      </Button>
      <Button size="xs" variant="default" disabled={!hasOlder} onClick={older}>
        {LIST.older}
      </Button>
    </footer>
  )
}

/** Name of a row beside its checkbox; without one, its space stays. */
function TickLine({ box, children }: { box: ReactNode; children: ReactNode }) {
  return (
    <span className="tick-line">
      <span>{box}</span>
      {children}
    </span>
  )
}

const TICK = { size: 'xs' } as const
const SHAPE_ROWS = 12
const NONE: never[] = []

function classOf(looks: Record<string, true | undefined>): string | undefined {
  return (
    Object.entries(looks)
      .flatMap(([look, has]) => (has ? look : []))
      .join(' ') || undefined
  )
}

/** Makes the links of all rows one tab stop. */
function useOneTabStop(rows: unknown) {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const links = linksOf(body.current)
    for (const [at, link] of links.entries()) link.tabIndex = at === 0 ? 0 : -1
    // Without a tab stop inside, the scroller becomes one, for the keyboard.
    const scroller = body.current?.closest<HTMLElement>('.grid-scroll')
    if (scroller) scroller.tabIndex = links.length === 0 ? 0 : -1
  }, [rows])
  return body
}

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Link of each row. */
function linksOf(rows: HTMLElement | null): HTMLElement[] {
  return [...(rows?.querySelectorAll<HTMLElement>('th[scope=row] :is(a, button)') ?? [])]
}

/** Moves between rows by the arrow keys. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = STEPS[event.key]
  const links = linksOf(event.currentTarget)
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = links[at + (step ?? 0)]
  if (step === undefined || at === -1 || !next) return
  event.preventDefault()
  links[at]!.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}
