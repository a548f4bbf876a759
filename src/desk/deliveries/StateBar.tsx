import type { DeliveryFilter, DeliveryOverview } from '../../../schemas/desk/deliveries.ts'
import { show } from '../../operator/table/cells.ts'
import type { Loaded } from '../../operator/loading/useLoaded.ts'
import { DELIVERIES, FILTERED_STATES, LOSSES } from './deliveryScreen.ts'
import type { List } from '../list/useList.ts'
import { OVERVIEW_DAYS } from './overviewDays.ts'

interface Props {
  overview: Loaded<DeliveryOverview>
  list: Pick<List<unknown>, 'filters' | 'filter'>
  /** True if days were chosen. */
  isOfDays: boolean
}

const STATES = Object.entries(FILTERED_STATES) as [DeliveryFilter, string][]

/** Number of deliveries by state; pressing one filters the list. */
export function StateBar({ overview: { data, loading }, list: { filters, filter }, isOfDays }: Props) {
  return (
    <div role="group" className="state-bar" aria-label={DELIVERIES.states} aria-busy={loading}>
      {[[null, DELIVERIES.allStates] as const, ...STATES].map(([state, label]) => (
        <button
          key={label}
          type="button"
          aria-pressed={(filters['state'] ?? null) === state}
          onClick={() => filter({ state })}
        >
          {label}
          {state !== null && <b>{data ? show(data.states[state] ?? 0, 'count') : '·'}</b>}
        </button>
      ))}
      {!isOfDays && <span className="card-note">{LOSSES.days(OVERVIEW_DAYS)}</span>}
    </div>
  )
}
