import type { ElementOf } from '../schemas/elements/element.ts'
import { resultBuyers, shownCase } from '../src/flow/results.ts'
import { useLiveData, useStep } from './context.ts'
import { Prose } from './Html.tsx'
import { lazyWidget } from './lazyWidget.tsx'

const Redirect = lazyWidget('redirect')

/** The first text with rules that hold. While details are on their way, the others reserve its width and height: nothing moves when the
 *  outcome arrives while the visitor looks, and the text shown is announced. */
export function Result({ element: { cases } }: { element: ElementOf<'result'> }) {
  const { flow } = useStep()
  const { fates, known } = useLiveData()
  const shown = shownCase(cases, known)
  const buyers = resultBuyers(flow, known)
  return (
    <div className="result" aria-live="polite">
      {cases.map(({ html, redirect }, index) => {
        const isShown = index === shown
        if (!isShown && fates.size === 0) return null
        const prose = <Prose key={index} html={html} buyers={buyers} hidden={!isShown && !redirect} />
        if (!redirect) return prose
        return (
          <div key={index} hidden={!isShown}>
            {prose}
            <Redirect redirect={redirect} isShown={isShown} />
          </div>
        )
      })}
    </div>
  )
}
