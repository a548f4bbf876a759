import { Bar } from './Bar.tsx'
import { useStep } from './context.ts'

/** How far the visitor has come, where the step's author wants it. */
export function Progress() {
  const percent = Math.round(useStep().progress * 100)
  return (
    <div className="own-progress">
      <Bar percent={percent} />
      <span aria-hidden>{percent} %</span>
    </div>
  )
}
