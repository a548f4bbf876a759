import type { Element } from '../schemas/elements/element.ts'
import { leaves, prefersElsewhere } from '../src/flow/elements/elements.ts'
import { useForm, useSentences, useStep } from './context.ts'

/** The step's primary action. */
export function Submit({ element }: { element: Extract<Element, { type: 'submit' }> }) {
  const { step } = useStep()
  const { busy } = useForm()
  const { STEP } = useSentences()
  // Two would be pinned to the same place.
  const isOnly = leaves(step.questions).filter(({ type }) => type === 'submit').length === 1
  return (
    <div className="actions" data-pinned={isOnly || undefined}>
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
