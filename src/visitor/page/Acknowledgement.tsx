import { memo, useEffect } from 'react'
import { outcomeLines } from '../../flow/outcomeWords.ts'
import { leaves } from '../../flow/elements/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { fatesOf, knowsBuyers, SENT, type Fate } from '../../flow/outcome.ts'
import type { Page } from '../../flow/page.ts'
import { showsOutcome } from '../../flow/results.ts'
import type { Screen } from '../visit/screen.ts'
import { useCell } from '../visit/useCell.ts'
import type { BrowserPorts } from '../visit/browserPorts.ts'

/** Shows and announces, on the next screen, the effect of a press that sends the visitor's details. It is on every step, mostly empty,
 *  as live regions must exist before they change. If the step shows the outcome itself, or the flow has ended without one, it is only
 *  announced; if the flow's own texts tell it, those are announced instead. */
export const Acknowledgement = memo(function Acknowledgement({
  page,
  screen,
  browser,
}: AcknowledgementProps) {
  const { leads, stop, key } = screen
  const known = useCell(browser?.outcome, page.outcome)
  const isShown = stop ? showsOutcome(stop.step) : knowsBuyers(page.flow)
  const isItself = stop && leaves(stop.step.questions).some((element) => isA(element, 'outcome'))
  const isNew = leads.filter((lead) => lead.isNew && lead.fate === 'sending')
  const sent = new Set(isNew.flatMap(({ buyers }) => buyers))
  useEffect(() => {
    if (isShown || sent.size > 0)
      return browser?.watchOutcome((outcome) => {
        const fates = [...fatesOf(leads, outcome).values()]
        return !fates.some((fate) => fate === 'sending' || fate === 'offline' || (isShown && fate === 'due'))
      })
  }, [browser, key])
  const isSaid = !isShown || !stop || isItself
  const fates = [...fatesOf(leads, known)].filter(([buyer]) => isSaid && sent.has(buyer))
  const sending = new Map(fates.map(([buyer, fate]) => [buyer, SENT.has(fate) ? 'sending' : fate] as const))
  const lines = (said: ReadonlyMap<string, Fate>) =>
    outcomeLines(page.flow, said, known?.not_sold ?? null).map(({ fate, text, note }) => (
      <p key={text}>
        <strong>{text}</strong> {EXPLAINED.has(fate) && note}
      </p>
    ))
  return (
    <div role="status" className={isShown ? 'visually-hidden' : 'acknowledged'}>
      {fates.length > 0 && (
        <>
          <div>{lines(new Map(fates))}</div>
          {/* The first text keeps its space, so that nothing below moves when more is known. */}
          <div hidden>{lines(sending)}</div>
        </>
      )}
    </div>
  )
})

interface AcknowledgementProps {
  page: Page
  screen: Screen
  browser: BrowserPorts | undefined
}

/** Fates explained here; the others are explained at the end of the funnel. */
const EXPLAINED: ReadonlySet<string> = new Set(['sending', 'offline', 'kept', 'unsent'])
