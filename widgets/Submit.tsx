import type { Element } from '../schemas/elements/element.ts'
import { inputs, prefersElsewhere, showsConsent } from '../src/flow/elements/elements.ts'
import { kindOf } from '../src/flow/elements/kinds.ts'
import { useForm, useSentences, useStep } from './context.ts'

/** The step's primary action. */
export function Submit({ element }: { element: Extract<Element, { type: 'submit' }> }) {
  const { step } = useStep()
  const { busy } = useForm()
  const { STEP } = useSentences()
  // With options and fields to go through, or a consent to read, a sticky button would cover them.
  const fields = inputs(step)
  const hasRows = fields.length > 1 || fields.some((field) => kindOf(field).isInRows)
  return (
    <div className="actions" data-in-reach={!(hasRows || showsConsent(step)) || undefined}>
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
