import { useMemo } from 'react'
import type { DeliveryOverview, Loss } from '../../../schemas/desk/deliveries.ts'
import { show } from '../../operator/table/cells.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import type { Loaded } from '../../operator/loading/useLoaded.ts'
import { LOSSES } from './deliveryScreen.ts'
import { knownSum } from '../parts/knownSum.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import { StatusMark } from '../parts/StatusMark.tsx'
import { OVERVIEW_DAYS } from './overviewDays.ts'

interface Props {
  overview: Loaded<DeliveryOverview>
  /** True if days were chosen. */
  isOfDays: boolean
}

/** Leads that no one bought, with reason, amount, and days. */
export function LossCard({ overview, isOfDays }: Props) {
  const { loading } = overview
  return (
    <section className="card" aria-labelledby="losses" aria-busy={loading}>
      <header className="card-head">
        <div>
          <h2 id="losses">{LOSSES.title}</h2>
          <p className="card-note">
            {LOSSES.note} {!isOfDays && LOSSES.days(OVERVIEW_DAYS)}
          </p>
        </div>
      </header>
      <LoadedPart of={overview} failed={LOSSES.failed}>
        {(data) =>
          data === null ? (
            <PlainTable title={LOSSES.rows} columns={SHAPE} rows={null} />
          ) : data.losses.length === 0 ? (
            <Notice title={LOSSES.none} stale={loading}>
              {LOSSES.noneWhy}
            </Notice>
          ) : (
            <LossTable losses={data.losses} isStale={loading} />
          )
        }
      </LoadedPart>
    </section>
  )
}

const SHAPE = [LOSSES.offer, LOSSES.site, LOSSES.reason, LOSSES.count, LOSSES.lost]

function LossTable({ losses, isStale }: { losses: readonly Loss[]; isStale: boolean }) {
  const days = useMemo(() => daysOf(losses), [losses])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="grid-scroll" tabIndex={0} role="group" aria-label={LOSSES.rows}>
      <table className="grid list-grid losses" data-stale={isStale || undefined} aria-labelledby="losses">
        <thead>
          <tr>
            <th scope="col">{LOSSES.offer}</th>
            <th scope="col">{LOSSES.site}</th>
            <th scope="col">{LOSSES.buyer}</th>
            <th scope="col" className="wide">
              {LOSSES.reason}
            </th>
            {[LOSSES.count, LOSSES.lost, ...days.map((day) => day.slice(5))].map((title) => (
              <th key={title} scope="col" className="right">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {losses.map(({ path, offer, offer_name, buyer, kind, reason, count, lost_cents, by_day }) => (
            <tr key={`${path} ${offer} ${offer_name} ${buyer} ${kind} ${reason}`}>
              <th scope="row">{offer_name}</th>
              <td>{`/${path}`}</td>
              <td>{buyer}</td>
              <td className="loss-reason">
                <StatusMark status={kind} /> {reason}
              </td>
              <td className="right">{show(count, 'count')}</td>
              <td className="right">{show(lost_cents, 'cents')}</td>
              {days.map((day) => (
                <td key={day} className="right">
                  {by_day[day] !== undefined && show(by_day[day], 'count')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{LOSSES.total}</th>
            <td />
            <td />
            <td />
            <td className="right">
              {show(
                sum(losses, ({ count }) => count),
                'count',
              )}
            </td>
            <td className="right">{show(knownSum(losses.map(({ lost_cents }) => lost_cents)), 'cents')}</td>
            {days.map((day) => (
              <td key={day} className="right">
                {show(
                  sum(losses, ({ by_day }) => by_day[day] ?? 0),
                  'count',
                )}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** Newest days first, at most as many as in a month. */
function daysOf(losses: readonly Loss[]): string[] {
  const days = new Set(losses.flatMap(({ by_day }) => Object.keys(by_day)))
  return [...days].sort().reverse().slice(0, MOST_DAYS)
}

const MOST_DAYS = 31

function sum(losses: readonly Loss[], of: (loss: Loss) => number): number {
  return losses.reduce((total, loss) => total + of(loss), 0)
}
