import type { NotSold } from '../schemas/visitor/sessions.ts'
import type { ElementOf } from '../schemas/elements/element.ts'
import type { Flow } from '../schemas/flow/flow.ts'
import { SENT, type Fate } from '../src/flow/outcome.ts'
import { says } from '../src/flow/languages/language.ts'
import { useLiveData, useStep } from './context.ts'
import { outcomeLines } from '../src/flow/outcomeWords.ts'

/** Outcome of the visitor's details, as far as it is known. */
export function Outcome({ element: { nothing } }: { element: ElementOf<'outcome'> }) {
  const { flow } = useStep()
  const { fates, notSold } = useLiveData()
  return <OutcomeLines {...{ flow, fates, notSold, nothing }} />
}

/** The same without a step. `nothing` is the text if nothing was passed on. Later texts about a lead on its way have their space
 *  reserved, so that nothing below moves when the buyer answers. */
export function OutcomeLines({ flow, fates, notSold, nothing = says(flow).NOTHING_ASKED }: OutcomeProps) {
  return (
    <div className="outcome">
      <div>
        {fates.size === 0 && (
          <p>
            <strong>{nothing}</strong>
          </p>
        )}
        {paragraphs(flow, fates, notSold)}
      </div>
      {roomOf(fates).map((fate) => (
        <div key={fate} hidden>
          {paragraphs(flow, sentAs(fate, fates), notSold)}
        </div>
      ))}
    </div>
  )
}

/** Fates of a lead before and after its buyer took it; empty if no lead was sent. */
function roomOf(fates: ReadonlyMap<string, Fate>): readonly Fate[] {
  return [...fates.values()].some((fate) => SENT.has(fate)) ? ['due', 'accepted'] : []
}

function sentAs(fate: Fate, fates: ReadonlyMap<string, Fate>): ReadonlyMap<string, Fate> {
  return new Map(Array.from(fates, ([key, now]) => [key, SENT.has(now) ? fate : now]))
}

function paragraphs(flow: Flow, fates: ReadonlyMap<string, Fate>, notSold: NotSold | null) {
  return outcomeLines(flow, fates, notSold).map(({ fate, text, note }) => (
    <p key={text} data-fate={fate}>
      <strong>{text}</strong> {note}
    </p>
  ))
}

interface OutcomeProps {
  flow: Flow
  fates: ReadonlyMap<string, Fate>
  notSold: NotSold | null
  nothing?: string | undefined
}
