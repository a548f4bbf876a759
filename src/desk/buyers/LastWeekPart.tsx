import { useCallback, useEffect, useState } from 'react'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { LastWeek, SaveBuyer } from '../../../schemas/desk/buyers.ts'
import { statusOf } from '../../operator/loading/operatorCalls.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { show } from '../../operator/table/cells.ts'
import { EDITOR } from './buyerScreen.ts'
import type { buyerCalls } from './buyerCalls.ts'
import type { BuyerDocument } from './buyerSentence.ts'

interface Props {
  change: SaveBuyer
  before: BuyerDocument
  calls: ReturnType<typeof buyerCalls>
}

/** Effect that unsaved price, caps, hours, or filters would have had on the leads of the last week. */
export function LastWeekPart({ change, before, calls }: Props) {
  const isShown = JUDGED.some(
    (member) => JSON.stringify(before[member]) !== JSON.stringify(change.document[member]),
  )
  return isShown && <Effect change={change} calls={calls} />
}

/** Members that decide which leads a buyer is sent, and at which price. */
const JUDGED = [
  'price',
  'max_price',
  'caps',
  'hours',
  'time_zone',
  'wait_hours',
  'states',
  'filters',
] as const satisfies (keyof Buyer)[]

function Effect({ change, calls }: Omit<Props, 'before'>) {
  const settled = useSettled(JSON.stringify(change))
  const load = useCallback(
    (signal: AbortSignal) =>
      calls.lastWeek(JSON.parse(settled) as SaveBuyer, signal).catch((error: unknown) => {
        const words = UNCHECKED[statusOf(error) ?? 0]
        if (words === undefined) throw error
        return words
      }),
    [calls, settled],
  )
  const { data, loading, failure, retry } = useLoaded(load, { now: Date.now })
  const isBehind = loading || settled !== JSON.stringify(change)
  return (
    <section className="buyer-week" aria-label={EDITOR.lastWeek} aria-busy={isBehind}>
      <h2>{EDITOR.lastWeek}</h2>
      <div role="status">
        {isBehind ? (
          <p>{EDITOR.lastWeekLoading}</p>
        ) : typeof data === 'string' ? (
          <p>{data}</p>
        ) : data ? (
          <Words {...data} />
        ) : (
          <p>
            {EDITOR.lastWeekFailed} {failure}{' '}
            <button type="button" className="link" onClick={retry}>
              {SCREEN.retry}
            </button>
          </p>
        )}
      </div>
    </section>
  )
}

/** Reasons, by status, why a change can't be checked as it is. */
const UNCHECKED: Readonly<Record<number, string>> = { 409: EDITOR.lastWeekBehind, 422: EDITOR.lastWeekUnfit }

function Words({ leads, is_all, after, before }: LastWeek) {
  if (leads === 0) return <p>{EDITOR.lastWeekNone}</p>
  const sum = (cents: number | null) => (cents === null ? null : show(cents, 'cents'))
  return (
    <>
      <p>
        {EDITOR.lastWeekOf(leads, is_all)} <b>{EDITOR.lastWeekAfter(after.leads, sum(after.cents))}</b>
        {before && EDITOR.lastWeekBefore(before.leads, sum(before.cents))}.
      </p>
      <p className="form-about">{EDITOR.lastWeekAbout}</p>
    </>
  )
}

/** The value once it hasn't changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Longer than the time between two keys. */
const SETTLED_MS = 500
