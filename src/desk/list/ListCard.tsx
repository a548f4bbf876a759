import { ActionIcon, Button, Checkbox, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Notice } from '../../operator/loading/Notice.tsx'
import { LIST } from '../parts/deskScreen.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import type { List } from './useList.ts'
import { useTicks, type Selection } from './useTicks.ts'

export interface ListColumn<Row> {
  title: string
  /** True for a figure, or anything aligned to the right. */
  right?: true
  /** True if it takes the width that the others leave. */
  wide?: true
  /** True if it never wraps. */
  whole?: true
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
  select?: Selection<Row>
  /** Filter controls. */
  tools: ReactNode
  /** Text for an empty list. */
  empty: { title: string; why: string }
}

/** A page of a list: loading, failed, outdated, empty, filtered to nothing, or filled. */
export function ListCard<Row>({
  title,
  isPart,
  failed = LIST.failed,
  note,
  list,
  columns,
  keyOf,
  select,
  tools,
  empty,
}: Props<Row>) {
  const titleId = useId()
  const Title = isPart ? 'h2' : 'h1'
  const { page, isFirst, filters, search } = list
  const { data, loading } = page
  const rows = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const links = linksOf(rows.current)
    for (const [at, link] of links.entries()) link.tabIndex = at === 0 ? 0 : -1
    // Without a tab stop inside, the scroller becomes one, for the keyboard.
    const scroller = rows.current?.closest<HTMLElement>('.grid-scroll')
    if (scroller) scroller.tabIndex = links.length === 0 ? 0 : -1
  }, [data])
  const ticks = useTicks(select, data?.data ?? NONE, keyOf)
  const isFiltered = search !== null || Object.keys(filters).length > 0
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
            <div
              role="group"
              aria-labelledby={titleId}
              className="grid-scroll"
              data-stale={(loading && data !== null) || undefined}
            >
              <table className="grid list-grid" aria-labelledby={titleId}>
                <thead>
                  <tr>
                    {columns.map(({ title, right, wide }, at) => {
                      const Cell = title === '' ? 'td' : 'th'
                      const scope = title === '' ? undefined : 'col'
                      return (
                        <Cell key={title} scope={scope} className={classOf({ right, wide })}>
                          {at === 0 && select ? (
                            <TickLine box={<Checkbox {...TICK} aria-label={select.all} {...ticks.all} />}>
                              {title}
                            </TickLine>
                          ) : (
                            title
                          )}
                        </Cell>
                      )
                    })}
                  </tr>
                </thead>
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
                <tbody ref={rows} onKeyDown={moveBetweenRows}>
                  {data === null
                    ? Array.from({ length: SHAPE_ROWS }, (_, row) => (
                        <tr key={row} aria-hidden>
                          {columns.map(({ title }) => (
                            <td key={title}>
                              <Skeleton height={12} width="70%" />
                            </td>
                          ))}
                        </tr>
                      ))
                    : data.data.map((row) => (
                        <tr key={keyOf(row)}>
                          {columns.map(({ title, right, whole, cell }, at) => {
                            const Cell = at === 0 ? 'th' : 'td'
                            return (
                              <Cell
                                key={title}
                                scope={at === 0 ? 'row' : undefined}
                                className={classOf({ right, whole })}
                              >
                                {at === 0 && select ? (
                                  <TickLine
                                    box={
                                      select.can(row) && (
                                        <Checkbox
                                          {...TICK}
                                          aria-label={select.label(Number(keyOf(row)))}
                                          {...ticks.of(Number(keyOf(row)))}
                                        />
                                      )
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
                      ))}
                </tbody>
              </table>
            </div>
          )
        }
      </LoadedPart>
      {(!isFirst || data?.next || ticks.ticked.length > 0) && (
        <footer className="list-foot">
          {select && ticks.ticked.length > 0 && (
            <Button size="xs" className="list-act" onClick={() => select.onAct(ticks.ticked)}>
              {select.act(ticks.ticked.length)}
            </Button>
          )}
          <Button size="xs" variant="default" disabled={isFirst} onClick={list.newest}>
            {LIST.newest}
          </Button>
          <Button size="xs" variant="default" disabled={!data?.next} onClick={list.older}>
            {LIST.older}
          </Button>
        </footer>
      )}
    </section>
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

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Link of each row. */
function linksOf(rows: HTMLElement | null): HTMLElement[] {
  return [...(rows?.querySelectorAll<HTMLElement>('th[scope=row] :is(a, button)') ?? [])]
}

/** All rows are one tab stop; the arrow keys move between them. */
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
