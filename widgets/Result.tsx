import type { ElementOf } from '../schemas/element.ts'
import { resultBuyers, shownCase } from '../src/flow/results.ts'
import { useStep } from './context.ts'
import { Prose } from './Html.tsx'

/** The first text whose rules hold. The others keep its place as wide and as high: nothing moves when the outcome becomes
 *  known while the visitor looks, and what is then shown is said aloud. */
export function Result({ element: { cases } }: { element: ElementOf<'result'> }) {
  const { flow, known } = useStep()
  const shown = shownCase(cases, known)
  const buyers = resultBuyers(flow, known)
  return (
    <div className="result" aria-live="polite">
      {cases.map(({ html }, index) => (
        <Prose key={index} html={html} buyers={buyers} hidden={index !== shown} />
      ))}
    </div>
  )
}
