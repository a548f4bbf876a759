import { Button } from '@mantine/core'
import { createContext, use, useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import type { Api, DrilldownPage } from '../tables/api.ts'
import type { DrilldownQuestion } from './drilldowns.ts'
import { show } from '../../operator/table/cells.ts'
import type { Format, Row } from '../../rows/row.ts'
import { dayText, today } from '../../operator/days/days.ts'
import { momentText } from '../../time/momentText.ts'
import { moveFocusToSection } from '../../operator/browser/moveFocusToSection.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { OFFER_LABEL } from '../../rows/offerLabels.ts'
import { DRILLDOWN, DRILLDOWN_COLUMN } from '../tables/drilldownWords.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { LoadingBlock } from '../../operator/loading/LoadingBlock.tsx'

interface Column {
  title: string
  of: string
  format: Format | 'moment' | 'day' | 'visitor'
}

const TIME: Column = { title: 'Time', of: 'at', format: 'moment' }
const VISITOR: Column = { title: 'Visitor', of: 'session_uuid', format: 'visitor' }
const WHERE: Column[] = [
  { title: 'Version', of: 'version_id', format: 'id' },
  { title: 'Path', of: 'path', format: 'word' },
  { title: 'Affiliate', of: 'aff_id', format: 'word' },
  { title: 'Sub1', of: 'sub1', format: 'word' },
]
const SUBS: Column[] = [
  { title: DRILLDOWN_COLUMN.sub2, of: 'sub2', format: 'word' },
  { title: DRILLDOWN_COLUMN.sub3, of: 'sub3', format: 'word' },
]
const OFFER: Column = { title: DRILLDOWN_COLUMN.offer, of: OFFER_LABEL, format: 'word' }
const ADDRESS: Column = { title: DRILLDOWN_COLUMN.address, of: 'ip', format: 'word' }

const COLUMNS: Record<DrilldownQuestion['name'], Column[]> = {
  visitors: [TIME, VISITOR, OFFER, ...WHERE, ...SUBS, ADDRESS],
  sales: [
    TIME,
    // Early enough to be visible on a phone.
    { title: DRILLDOWN_COLUMN.revenue, of: 'revenue', format: 'cents' },
    VISITOR,
    { title: DRILLDOWN_COLUMN.sold, of: 'sold', format: 'count' },
    OFFER,
    ...WHERE,
    { title: DRILLDOWN_COLUMN.source, of: 'source', format: 'word' },
    { title: DRILLDOWN_COLUMN.externalId, of: 'external_id', format: 'word' },
  ],
  costs: [
    { title: DRILLDOWN_COLUMN.day, of: 'at', format: 'day' },
    { title: DRILLDOWN_COLUMN.cost, of: 'cost', format: 'cents' },
    { title: DRILLDOWN_COLUMN.adSource, of: 'source', format: 'word' },
    { title: DRILLDOWN_COLUMN.campaign, of: 'campaign', format: 'word' },
    ...WHERE.filter(({ of }) => of !== 'version_id'),
    ...SUBS,
    { title: DRILLDOWN_COLUMN.amount, of: 'amount', format: 'average' },
    { title: DRILLDOWN_COLUMN.currency, of: 'currency', format: 'word' },
    { title: DRILLDOWN_COLUMN.imported, of: 'imported', format: 'id' },
    { title: DRILLDOWN_COLUMN.importedBy, of: 'made_by', format: 'word' },
  ],
  payouts: [
    TIME,
    { title: DRILLDOWN_COLUMN.payout, of: 'payout', format: 'cents' },
    VISITOR,
    { title: DRILLDOWN_COLUMN.event, of: 'event', format: 'word' },
    OFFER,
    ...WHERE,
    { title: DRILLDOWN_COLUMN.buyer, of: 'source', format: 'word' },
  ],
  steps: [
    { ...TIME, title: DRILLDOWN_COLUMN.came },
    VISITOR,
    { title: DRILLDOWN_COLUMN.timeOnStep, of: 'time_on_step', format: 'seconds' },
    OFFER,
    { title: DRILLDOWN_COLUMN.step, of: 'step', format: 'word' },
    ...WHERE,
    ...SUBS,
    ADDRESS,
  ],
}

/** True if rows link to their leads at /desk, which not every role sees. */
export const LeadLinks = createContext(false)

/** Single rows of a query, page by page. The query must not change while it is shown. */
export function DrilldownTable({
  api,
  label,
  question,
}: {
  api: Api
  label: string
  question: DrilldownQuestion
}) {
  const [asked] = useState(question)
  const [pages, setPages] = useState<DrilldownPage[]>([])
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<string | null>(null)
  const rows = pages.flatMap(({ data }): Row[] => data)
  const next = pages.at(-1)?.next ?? null

  const load = useRef((before: string | null) => {
    setLoading(true)
    setFailure(null)
    return api
      .drilldown(asked, before)
      .then(
        (page) => setPages((had) => (before === null ? [page] : [...had, page])),
        (error: unknown) => setFailure(reasonOf(error)),
      )
      .finally(() => setLoading(false))
  }).current
  useEffect(() => {
    void load(null)
  }, [load])

  return (
    <div role="group" aria-label={label} className="sheet-part">
      {pages.length === 0 && loading && <LoadingBlock height={200} />}
      {rows.length > 0 && (
        <SingleTable
          rows={rows}
          columns={COLUMNS[asked.name]}
          label={label}
          caption={DRILLDOWN.caption(label, show(rows.length, 'count'), next === null)}
        />
      )}
      {rows.length === 0 && !loading && failure === null && (
        <Notice title={DRILLDOWN.nothing}>{DRILLDOWN.notHappened}</Notice>
      )}
      {failure !== null && (
        <Notice
          title={DRILLDOWN.rowsFailed}
          urgent
          action={{ label: SCREEN.retry, act: () => void load(next) }}
        >
          {failure}
        </Notice>
      )}
      {next !== null && failure === null && (
        <Button
          variant="default"
          loading={loading}
          onClick={({ currentTarget }) => {
            moveFocusToSection(currentTarget)
            void load(next)
          }}
        >
          {DRILLDOWN.more}
        </Button>
      )}
    </div>
  )
}

interface TableProps {
  rows: readonly Row[]
  columns: readonly Column[]
  label: string
  caption: string
}

function SingleTable({ rows, columns, label, caption }: TableProps) {
  const seesLeads = use(LeadLinks)
  const shown = columns.filter(
    // Leaves out a column that is empty in every row.
    ({ of, format }) => format !== 'word' || rows.some((row) => row[of] !== ''),
  )
  return (
    <>
      <p role="status" className="drilldown-count">
        {caption}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="drilldown-scroll" tabIndex={0} role="group" aria-label={DRILLDOWN.rowsOf(label)}>
        <table className="drilldown-table" aria-label={label}>
          <thead>
            <tr>
              {shown.map(({ title, of, format }) => (
                <th key={of} scope="col" className={alignOf(format)}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {shown.map(({ of, format }) => (
                  <td
                    key={of}
                    className={alignOf(format)}
                    title={format === 'visitor' ? String(row[of]) : undefined}
                  >
                    {format === 'visitor' && seesLeads ? (
                      <a href={`/desk/leads/${String(row[of])}`} title={DRILLDOWN.openLead}>
                        {textOf(row, of, format)}
                      </a>
                    ) : (
                      textOf(row, of, format)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function textOf(row: Row, of: string, format: Column['format']): string {
  const value = row[of] ?? null
  if (format === 'moment') return momentText(Number(value), 'seconds')
  if (format === 'day') return dayText(today(Number(value)))
  if (format === 'visitor') return String(value).slice(0, 8)
  return show(value, format)
}

function alignOf(format: Column['format']): string | undefined {
  return format === 'cents' || format === 'count' || format === 'seconds' ? 'right' : undefined
}
