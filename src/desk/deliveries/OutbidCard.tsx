import type { DeliveryOverview } from '../../../schemas/desk/deliveries.ts'
import { show } from '../../operator/table/cells.ts'
import type { Loaded } from '../../operator/loading/useLoaded.ts'
import { LOSSES, OUTBID } from './deliveryScreen.ts'
import { PlainTable } from '../list/PlainTable.tsx'
import { OVERVIEW_DAYS } from './overviewDays.ts'

interface Props {
  overview: Loaded<DeliveryOverview>
  /** True if days were chosen. */
  isOfDays: boolean
}

/** Buyers that were outbid, and by how much; nothing if none were. */
export function OutbidCard({ overview: { data, loading }, isOfDays }: Props) {
  if (!data || data.outbid.length === 0) return null
  return (
    <section className="card" aria-labelledby="outbid" aria-busy={loading}>
      <header className="card-head">
        <div>
          <h2 id="outbid">{OUTBID.title}</h2>
          <p className="card-note">
            {OUTBID.note} {!isOfDays && LOSSES.days(OVERVIEW_DAYS)}
          </p>
        </div>
      </header>
      <PlainTable
        title={OUTBID.title}
        columns={COLUMNS}
        figures={FIGURES}
        rows={data.outbid.map(({ buyer, bids, won, outbid, behind_cents, closest_cents }) => ({
          key: buyer,
          cells: [
            buyer,
            ...[bids, won, outbid].map((count) => show(count, 'count')),
            show(behind_cents, 'cents'),
            show(closest_cents, 'cents'),
          ],
        }))}
      />
    </section>
  )
}

const FIGURES = [OUTBID.bids, OUTBID.won, OUTBID.outbid, OUTBID.behind, OUTBID.closest]
const COLUMNS = [OUTBID.buyer, ...FIGURES]
