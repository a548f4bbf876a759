import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import type { SettleSums } from '../../../schemas/desk/settle.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { show } from '../../operator/table/cells.ts'
import { useDesk } from '../parts/deskContext.ts'
import { useSettledCount } from './settledEvents.ts'
import { SETTLE } from './settleScreen.ts'

/** Sum of the money in doubt, beside the name of its section; nothing if there is none. It is counted again on each page. */
export function SettleBadge() {
  const { inside } = useDesk()
  const { key } = useLocation()
  const changes = useSettledCount()
  const load = useCallback(
    (signal: AbortSignal) => inside<SettleSums>({ url: '/desk/settle/sum', signal }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [inside, key, changes],
  )
  const { data } = useLoaded(load, { now: Date.now })
  if (!data || data.count === 0) return null
  return (
    <span className="settle-badge" aria-label={SETTLE.badge(data.cents)}>
      {data.cents < LEAST_SHORTENED ? show(data.cents, 'cents') : short.format(data.cents / 100)}
    </span>
  )
}

/** Least sum that is shortened, in cents, because the navigation has no room for more. */
const LEAST_SHORTENED = 1_000_000
const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})
