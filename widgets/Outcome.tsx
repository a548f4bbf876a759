import type { ElementOf } from '../schemas/element.ts'
import { useStep } from './context.ts'
import { outcomeLines } from './outcomeWords.ts'

/** What became of the visitor's details, and no more than is known of it. */
export function Outcome({ element: { nothing = NOTHING } }: { element: ElementOf<'outcome'> }) {
  const { flow, fates, notSold } = useStep()
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

const NOTHING = 'We passed nothing on. You did not ask for it, so expect no call.'
