import { useCallback, useMemo, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { DeliveryFilter } from '../../../schemas/desk/deliveries.ts'
import type { Scorecard, ScoreFigures, ScoreWeek } from '../../../schemas/desk/scorecard.ts'
import { momentText } from '../../time/momentText.ts'
import { today, weekText } from '../../operator/days/days.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { show } from '../../operator/table/cells.ts'
import { LoadingBlock } from '../../operator/loading/LoadingBlock.tsx'
import { BYTE_ORDER_MARK, safeCsv } from '../../rows/spreadsheetText.ts'
import { ExportButton } from '../list/ExportButton.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import { Card } from '../parts/Card.tsx'
import { useDesk } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { buyerCalls } from './buyerCalls.ts'
import { BUYERS } from './buyerScreen.ts'
import { SCORE } from './scorecardScreen.ts'

/** Scorecard of a buyer: its last weeks, and the details of one week or of all. */
export function ScorecardPage({ buyer }: { buyer: string }) {
  const { inside, sites } = useDesk()
  const calls = useMemo(() => buyerCalls({ inside }), [inside])
  const load = useCallback((signal: AbortSignal) => calls.scorecard(buyer, signal), [calls, buyer])
  const card = useLoaded(load, { now: Date.now })
  const columns = useColumns()
  return (
    <>
      <section className="card score" aria-labelledby="score-title" aria-busy={card.loading}>
        <Link to="/buyers" className="link buyer-back">
          {BUYERS.back}
        </Link>
        <header className="card-head">
          <div>
            <h1 id="score-title">{buyer}</h1>
            <p className="card-note">
              {SCORE.note} {sites === null ? SCORE.capNote : SCORE.sitesNote(sites)}{' '}
              {card.data && SCORE.asOf(momentText(card.data.as_of))}
            </p>
          </div>
          <div className="tools">
            {card.data !== null && card.data.total.asked > 0 && <Export card={card.data} />}
          </div>
        </header>
        <LoadedPart of={card} failed={SCORE.failed}>
          {(data) => {
            if (data === null)
              return <PlainTable title={SCORE.byWeek} columns={columns} figures={FIGURES} rows={null} />
            if (data.total.asked === 0)
              return <Notice title={SCORE.none(data.weeks.length)}>{SCORE.noneWhy}</Notice>
            return <Weeks card={data} />
          }}
        </LoadedPart>
      </section>
      {card.failure === null && (card.data === null || card.data.total.asked > 0) && (
        <Details card={card.data} />
      )}
    </>
  )
}

/** A week, or all weeks, with its figures. */
interface Line {
  /** Its Monday; null for all weeks. */
  week: string | null
  words: string
  from: string
  to: string
  figures: ScoreFigures
  cap_percent: number | null
}

function lineOf(week: ScoreWeek): Line {
  return {
    week: week.week,
    words: weekText(week),
    from: week.week,
    to: today(week.to),
    figures: week,
    cap_percent: week.cap_percent,
  }
}

function linesOf({ weeks, total }: Scorecard): Line[] {
  const all = {
    week: null,
    words: SCORE.all(weeks.length),
    from: weeks.at(-1)!.week,
    to: today(weeks[0]!.to),
    figures: total,
    cap_percent: null,
  }
  return [...weeks.map(lineOf), all]
}

/** The line whose details are shown: the one in the address, else the newest week with leads. */
function useChosen(card: Scorecard | null): Line | null {
  const [address] = useSearchParams()
  if (card === null) return null
  const lines = linesOf(card)
  const week = address.get('week')
  const asked = week === ALL ? lines.at(-1) : lines.find((line) => week !== null && line.week === week)
  return asked ?? lines.find(({ figures }) => figures.asked > 0) ?? lines[0]!
}

const ALL = 'all'

function Weeks({ card }: { card: Scorecard }) {
  const { buyer } = card
  const columns = useColumns()
  const chosen = useChosen(card)
  return (
    <PlainTable
      title={SCORE.byWeek}
      columns={columns}
      figures={FIGURES}
      rows={linesOf(card).map((line, place) => {
        const { week, words, figures, cap_percent } = line
        const { asked, bid, won, lost, refused, returned, net_cents, lost_by_cents, p50_ms, p95_ms } = figures
        const to = (status: DeliveryFilter, what: string, text: string) => (
          <ListLink key={status} {...{ buyer, line, status, what }}>
            {text}
          </ListLink>
        )
        const cells = [
          <Link
            key="week"
            to={`?week=${week ?? ALL}`}
            className="score-week"
            aria-current={line.week === chosen?.week || undefined}
            title={SCORE.show(words)}
          >
            {words}
            {place === 0 && <span> {SCORE.soFar}</span>}
          </Link>,
          to('asked', SCORE.asked, show(asked, 'count')),
          to('bid', SCORE.bid, show(bid, 'count')),
          percent(bid, asked),
          to('won', SCORE.won, show(won, 'count')),
          percent(won, asked),
          to('outbid', SCORE.lost, show(lost, 'count')),
          show(lost_by_cents, 'cents'),
          to('refused', SCORE.refused, show(refused, 'count')),
          to('returned', SCORE.returnedShare, percent(returned, won)),
          to('won', SCORE.net, show(net_cents, 'cents')),
          show(p50_ms, 'count'),
          show(p95_ms, 'count'),
          <CapUse key="cap" percent={cap_percent} />,
        ]
        return { key: week ?? ALL, cells }
      })}
    />
  )
}

const FIGURES = [
  SCORE.asked,
  SCORE.bid,
  SCORE.bidShare,
  SCORE.won,
  SCORE.wonShare,
  SCORE.lost,
  SCORE.lostBy,
  SCORE.refused,
  SCORE.returnedShare,
  SCORE.net,
  SCORE.p50,
  SCORE.p95,
  SCORE.cap,
]
const COLUMNS = [SCORE.week, ...FIGURES]

/** Columns of the table. Caps count the leads of all sites, so their use, the last column, is for accounts for all sites. */
function useColumns(): readonly string[] {
  const { sites } = useDesk()
  return sites === null ? COLUMNS : COLUMNS.slice(0, -1)
}

function percent(part: number, whole: number): string {
  return show(whole === 0 ? null : (100 * part) / whole, 'percent')
}

/** A figure that leads to the deliveries that it counts. */
function ListLink({
  buyer,
  line: { words, from, to },
  status,
  what,
  children,
}: {
  buyer: string
  line: Line
  status: DeliveryFilter
  what: string
  children: string
}) {
  const query = new URLSearchParams({ buyer, status, from, to })
  return (
    <Link to={`/deliveries?${query}`} title={SCORE.list(what, words)}>
      {children}
    </Link>
  )
}

function CapUse({ percent }: { percent: number | null }) {
  if (percent === null) return show(null, 'percent')
  return (
    <span className="score-cap">
      <span className="buyer-meter" aria-hidden>
        <span style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      {show(percent, 'percent')}
    </span>
  )
}

/** Auctions lost, refusals, and answer times of the chosen line. */
function Details({ card }: { card: Scorecard | null }) {
  const chosen = useChosen(card)
  if (chosen === null) return <LoadingBlock height={200} />
  const { lost_by, reasons, refused, answers, p50_ms, p95_ms } = chosen.figures
  return (
    <section className="score-cards" aria-label={SCORE.details(chosen.words)}>
      <Card title={`${SCORE.lostTitle}, ${chosen.words}`}>
        <Bars
          none={SCORE.lostNone}
          sum={SCORE.lostSum(chosen.figures)}
          rows={lost_by.map((one) => ({ words: SCORE.behind(one), value: one.count }))}
        />
      </Card>
      <Card title={`${SCORE.refusedTitle}, ${chosen.words}`}>
        <Bars
          none={SCORE.refusedNone}
          sum={SCORE.refusedSum(refused)}
          rows={reasons.map(({ reason, count }) => ({ words: reason || SCORE.otherReasons, value: count }))}
        />
      </Card>
      <Card title={`${SCORE.timeTitle}, ${chosen.words}`}>
        <Bars
          none={SCORE.timeNone}
          sum={SCORE.timeNote(answers)}
          rows={[
            { words: SCORE.p50, value: p50_ms ?? 0 },
            { words: SCORE.p95, value: p95_ms ?? 0 },
          ]}
        />
      </Card>
    </section>
  )
}

function Bars({
  none,
  sum,
  rows,
}: {
  none: string
  sum: ReactNode
  rows: { words: string; value: number }[]
}) {
  const most = Math.max(0, ...rows.map(({ value }) => value))
  if (most === 0) return <p className="one-none">{none}</p>
  return (
    <>
      <p>{sum}</p>
      <ul className="score-bars">
        {rows.map(({ words, value }) => (
          <li key={words}>
            <span>{words}</span>
            <span className="buyer-meter" aria-hidden>
              <span style={{ width: `${(100 * value) / most}%` }} />
            </span>
            <b>{show(value, 'count')}</b>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The table as CSV, with plain numbers. */
function Export({ card }: { card: Scorecard }) {
  const columns = useColumns()
  const load = async () => {
    const { unparse } = (await import('papaparse')).default
    const rows = linesOf(card).map(({ words, figures: of, cap_percent }) =>
      [
        words,
        of.asked,
        of.bid,
        rounded(of.bid, of.asked),
        of.won,
        rounded(of.won, of.asked),
        of.lost,
        of.lost_by_cents === null ? null : of.lost_by_cents / 100,
        of.refused,
        rounded(of.returned, of.won),
        of.net_cents / 100,
        of.p50_ms,
        of.p95_ms,
        cap_percent,
      ].slice(0, columns.length),
    )
    return new Blob([BYTE_ORDER_MARK, safeCsv(unparse, [columns, ...rows])], {
      type: 'text/csv;charset=utf-8',
    })
  }
  return <ExportButton name={`${SCORE.export}-${card.buyer}.csv`} load={load} />
}

/** A percentage with two decimals; null if there is nothing to compare with. */
function rounded(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((10_000 * part) / whole) / 100
}
