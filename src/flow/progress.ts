import type { Course } from './journey.ts'
import { inputs, leaves } from './elements.ts'
import type { Stop } from './walk.ts'

/** How far a visitor has come, 0 to 1: the steps shown so far against those plus all that may still come. Steps that
 *  rules may yet skip count as coming, so the truth is never worse than the estimate. 1 at the last step and at the end. */
export function progress({ flow }: Course, trail: readonly Stop[], current: Stop | null): number {
  if (!current || isLast(current)) return 1
  const here = trail.indexOf(current)
  const done = trail.slice(0, here).filter(({ kind }) => kind === 'shown').length
  const order = flow.offer_order.indexOf(current.offer_key)
  const coming = flow.offer_order.slice(order).flatMap((offer, ahead) => {
    const steps = flow.ui_config.offers[offer]?.steps ?? []
    return ahead === 0 ? steps.slice(steps.indexOf(current.step) + 1) : steps
  })
  const ahead = coming.filter(({ type }) => type !== 'hidden').length
  return done / (done + 1 + ahead)
}

/** Whether the step asks for nothing: a thank-you page, the end of the road. */
export function isLast({ step }: Stop): boolean {
  return (
    inputs(step).length === 0 && leaves(step.questions).every((e) => e.type !== 'submit' && !('submit' in e))
  )
}
