import type { Element } from '../schemas/element.ts'
import { useStep } from './context.ts'

/** The step's one obvious next thing. */
export function Submit({ element }: { element: Extract<Element, { type: 'submit' }> }) {
  const { busy } = useStep()
  return (
    <div className="actions">
      <button
        type="submit"
        className="button"
        data-tf-element-role="submit"
        aria-disabled={busy}
        data-busy={busy || undefined}
      >
        {busy ? 'One moment…' : element.text}
      </button>
    </div>
  )
}
