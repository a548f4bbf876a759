import type { Element } from '../schemas/element.ts'
import { inputs, prefersElsewhere, showsConsent } from '../src/flow/elements.ts'
import { useStep } from './context.ts'

/** The step's one obvious next thing. */
export function Submit({ element }: { element: Extract<Element, { type: 'submit' }> }) {
  const { step, busy } = useStep()
  // Options are read to the last one, and a consent to its end: a button in reach would stand on them.
  const hasOptions = inputs(step).some(({ widget }) => widget === 'radio' || widget === 'multi_select')
  return (
    <div className="actions" data-in-reach={!(hasOptions || showsConsent(step)) || undefined}>
      <button
        type="submit"
        className={prefersElsewhere(step) ? 'button quiet' : 'button'}
        data-tf-element-role="submit"
        aria-disabled={busy}
        data-busy={busy || undefined}
      >
        {busy ? 'One moment…' : element.text}
      </button>
    </div>
  )
}
