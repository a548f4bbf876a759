import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { reasonOf, type Api, type BehindPage } from './api.ts'
import type { BehindFigure, BehindQuestion } from './behind.ts'
import { show, type Format, type Row } from './cells.ts'
import { momentText, rangeText, type Range } from './days.ts'
import { Notice } from './Notice.tsx'
import { SideSheet } from './Sheet.tsx'

interface Props {
  api: Api
  figure: BehindFigure | null
  range: Range
  onClose: () => void
}

/** What a figure is made of: single visitors, or single entries of the ledger. */
export function BehindDrawer({ api, figure, range, onClose }: Props) {
  return (
    <SideSheet
      opened={figure !== null}
      onClose={onClose}
      title={figure ? `${figure.title}: ${figure.value}` : ''}
    >
      {figure && <Parts {...{ api, figure, range }} />}
    </SideSheet>
  )
}

function Parts({ api, figure, range }: { api: Api; figure: BehindFigure; range: Range }) {
  const [chosen, setChosen] = useState(0)
  const part = figure.parts[chosen] ?? figure.parts[0]
  return (
    <>
      <p className="card-note">
        {figure.of.join(', ')}, {rangeText(range)}
      </p>
      {figure.parts.length > 1 && (
        <SegmentedControl
          aria-label="What it is made of"
          size="xs"
          data={figure.parts.map(({ label }, index) => ({ label, value: String(index) }))}
          value={String(chosen)}
          onChange={(index) => setChosen(Number(index))}
        />
      )}
      {part && <Singles key={chosen} api={api} label={part.label} question={part.question} />}
    </>
  )
}

interface Column {
  title: string
  of: string
  format: Format | 'moment' | 'visitor'
}

const COLUMNS: Record<BehindQuestion['name'], Column[]> = {
  visitors: [
    { title: 'Time', of: 'at', format: 'moment' },
    { title: 'Visitor', of: 'session_uuid', format: 'visitor' },
    { title: 'Version', of: 'version_id', format: 'id' },
    { title: 'Path', of: 'path', format: 'word' },
    { title: 'Offer', of: 'offer', format: 'word' },
    { title: 'Affiliate', of: 'aff_id', format: 'word' },
    { title: 'Sub1', of: 'sub1', format: 'word' },
    { title: 'Sub2', of: 'sub2', format: 'word' },
    { title: 'Sub3', of: 'sub3', format: 'word' },
    { title: 'Address', of: 'ip', format: 'word' },
  ],
  sales: [
    { title: 'Time', of: 'at', format: 'moment' },
    { title: 'Visitor', of: 'session_uuid', format: 'visitor' },
    { title: 'Revenue', of: 'revenue', format: 'cents' },
    { title: 'Sold', of: 'sold', format: 'count' },
    { title: 'Offer', of: 'offer', format: 'word' },
    { title: 'Version', of: 'version_id', format: 'id' },
    { title: 'Path', of: 'path', format: 'word' },
    { title: 'Affiliate', of: 'aff_id', format: 'word' },
    { title: 'Sub1', of: 'sub1', format: 'word' },
    { title: 'Reported by', of: 'source', format: 'word' },
    { title: 'As', of: 'external_id', format: 'word' },
  ],
}

function Singles({ api, label, question }: { api: Api; label: string; question: BehindQuestion }) {
  const [pages, setPages] = useState<BehindPage[]>([])
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<string | null>(null)
  const rows: Row[] = pages.flatMap(({ data }) => data)
  const next = pages.at(-1)?.next ?? null

  const load = (before: string | null) => {
    setLoading(true)
    setFailure(null)
    return api
      .behind(question, before)
      .then(
        (page) => setPages((had) => (before === null ? [page] : [...had, page])),
        (error: unknown) => setFailure(reasonOf(error)),
      )
      .finally(() => setLoading(false))
  }
  useEffect(() => {
    void load(null)
    // A part keeps its question for as long as it is shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  if (pages.length === 0 && loading) return <Skeleton height={200} aria-label="Loading" />
  const columns = COLUMNS[question.name].filter(
    // A column that says the same nothing on every row is left out.
    ({ of, format }) => format !== 'word' || rows.some((row) => row[of] !== ''),
  )
  return (
    <>
      {rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="behind-scroll" tabIndex={0} role="group" aria-label={`Rows of ${label}`}>
          <table className="singles">
            <caption>
              {label}, the newest first: {next === null ? 'all' : 'the first'} {show(rows.length, 'count')}.
            </caption>
            <thead>
              <tr>
                {columns.map(({ title, of, format }) => (
                  <th key={of} scope="col" className={alignOf(format)}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  {columns.map(({ of, format }) => (
                    <td
                      key={of}
                      className={alignOf(format)}
                      title={format === 'visitor' ? String(row[of]) : undefined}
                    >
                      {textOf(row, of, format)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length === 0 && failure === null && (
        <Notice title="Nothing yet">What is counted here has not happened in this range.</Notice>
      )}
      {failure !== null && (
        <Notice
          title="The rows could not be loaded"
          urgent
          action={{ label: 'Retry', act: () => void load(next) }}
        >
          {failure}
        </Notice>
      )}
      {next !== null && failure === null && (
        <Button variant="default" loading={loading} onClick={() => void load(next)}>
          Show more
        </Button>
      )}
    </>
  )
}

function textOf(row: Row, of: string, format: Column['format']): string {
  const value = row[of] ?? null
  if (format === 'moment') return momentText(Number(value), 'seconds')
  if (format === 'visitor') return String(value).slice(0, 8)
  return show(value, format)
}

function alignOf(format: Column['format']): string | undefined {
  return format === 'cents' || format === 'count' ? 'right' : undefined
}
