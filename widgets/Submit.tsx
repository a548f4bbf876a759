import type { Element } from '../schemas/elements/element.ts'
import { leaves, prefersElsewhere } from '../src/flow/elements/elements.ts'
import { useForm, useSentences, useStep } from './context.ts'

/** The step's primary action. */
export function Submit({ element }: { element: Extract<Element, { type: 'submit' }> }) {
  const { step } = useStep()
  const { busy } = useForm()
  const { STEP } = useSentences()
  // Two would be pinned to the same place. Who opted out finds declining as near as agreeing. Source: 11 CCR 7004(a)(2).
  const isOnly = leaves(step.questions).filter(({ type }) => type === 'submit').length === 1
  const isPinned = isOnly && step.type !== 'call_anyway'
  return (
    <div className="actions" data-pinned={isPinned || undefined}>
      <button
        type="submit"
        className={prefersElsewhere(step) ? 'button quiet' : 'button'}
        data-tf-element-role="submit"
        aria-disabled={busy}
        data-busy={busy || undefined}
      >
        {busy ? STEP.oneMoment : element.text}
      </button>
    </div>
  )
}
