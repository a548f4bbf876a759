import { Bar } from './Bar.tsx'
import { useSentences, useStep } from './context.ts'

/** Progress of the visitor, if the step's author wants it. */
export function Progress() {
  const percent = Math.round(useStep().progress * 100)
  const { PAGE } = useSentences()
  return (
    <div className="own-progress">
      <Bar percent={percent} label={PAGE.done(percent)} />
      <span aria-hidden>{percent} %</span>
    </div>
  )
}
