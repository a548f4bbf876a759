import type { DeliveryOverview, HeldLeads } from '../../../schemas/desk/deliveries.ts'
import { momentText } from '../../time/momentText.ts'
import { show } from '../../operator/table/cells.ts'
import type { Loaded } from '../../operator/loading/useLoaded.ts'
import { HELD_REASONS } from '../parts/leadScreen.ts'
import { HELD, LOSSES } from './deliveryScreen.ts'
import { knownSum } from '../parts/knownSum.ts'
import type { List } from '../list/useList.ts'
import { OVERVIEW_DAYS } from './overviewDays.ts'

interface Props {
  overview: Loaded<DeliveryOverview>
  list: Pick<List<unknown>, 'filter'>
  /** True if days were chosen. */
  isOfDays: boolean
}

/** Held deliveries of each buyer, with reason, start, and number; nothing if none are held. Pressing a buyer filters the list. */
export function HeldCard({ overview: { data, loading }, list: { filter }, isOfDays }: Props) {
  const held = data?.held ?? []
  if (held.length === 0) return null
  return (
    <section className="card" aria-labelledby="held" aria-busy={loading}>
      <header className="card-head">
        <div>
          <h2 id="held">{HELD.title}</h2>
          <p className="card-note">
            {HELD.note} {!isOfDays && LOSSES.days(OVERVIEW_DAYS)}
          </p>
        </div>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="grid-scroll" tabIndex={0} role="group" aria-label={HELD.rows}>
        <table className="grid list-grid losses" data-stale={loading || undefined} aria-labelledby="held">
          <thead>
            <tr>
              <th scope="col">{HELD.buyer}</th>
              <th scope="col" className="wide">
                {HELD.reason}
              </th>
              <th scope="col">{HELD.since}</th>
              <th scope="col" className="right">
                {HELD.count}
              </th>
              <th scope="col" className="right">
                {HELD.worth}
              </th>
            </tr>
          </thead>
          <tbody>
            {held.map((one) => (
              <HeldLine
                key={`${one.buyer} ${one.reason}`}
                held={one}
                onShow={() => filter({ status: 'held', buyer: one.buyer })}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{HELD.total}</th>
              <td />
              <td />
              <td className="right">
                {show(
                  held.reduce((sum, { count }) => sum + count, 0),
                  'count',
                )}
              </td>
              <td className="right">
                {show(knownSum(held.map(({ waiting_cents }) => waiting_cents)), 'cents')}
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  )
}

function HeldLine({ held, onShow }: { held: HeldLeads; onShow: () => void }) {
  const { buyer, reason, message, count, since, waiting_cents } = held
  return (
    <tr>
      <th scope="row">
        <button type="button" className="held-buyer" title={HELD.show(buyer)} onClick={onShow}>
          {buyer}
        </button>
      </th>
      <td className="loss-reason">
        <span className="state" data-state="held">
          {HELD_REASONS[reason]}
        </span>{' '}
        {message}
      </td>
      <td>
        <time>{momentText(since)}</time>
      </td>
      <td className="right">{show(count, 'count')}</td>
      <td className="right">{show(waiting_cents, 'cents')}</td>
    </tr>
  )
}
