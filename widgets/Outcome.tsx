import type { NotSold } from '../schemas/api.ts'
import type { ElementOf } from '../schemas/element.ts'
import type { Flow } from '../schemas/flow.ts'
import type { Fate } from '../src/flow/outcome.ts'
import { says } from '../src/flow/languages/language.ts'
import { useStep } from './context.ts'
import { outcomeLines } from '../src/flow/outcomeWords.ts'

/** What became of the visitor's details, and no more than is known of it. */
export function Outcome({ element: { nothing } }: { element: ElementOf<'outcome'> }) {
  const { flow, fates, notSold } = useStep()
  return <OutcomeLines {...{ flow, fates, notSold, nothing }} />
}

/** The same where there is no step. `nothing`: said where nothing was passed on. */
export function OutcomeLines({ flow, fates, notSold, nothing = says(flow).NOTHING_ASKED }: OutcomeProps) {
  const lines = outcomeLines(flow, fates, notSold)
  return (
    <div className="outcome">
      {lines.length === 0 && <p>{nothing}</p>}
      {lines.map(({ fate, text, note }) => (
        <p key={text} data-fate={fate}>
          <strong>{text}</strong> {note}
        </p>
      ))}
    </div>
  )
}

interface OutcomeProps {
  flow: Flow
  fates: ReadonlyMap<string, Fate>
  notSold: NotSold | null
  nothing?: string | undefined
}
