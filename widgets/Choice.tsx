import type { ElementOf } from '../schemas/element.ts'
import { answer, showsConsent } from '../src/flow/elements.ts'
import { useStep } from './context.ts'
import { Icon } from './Icon.tsx'

/** A card that answers and submits. It is a submit button that carries its field's name and value, so that a press
 *  means the same before any script has come. */
export function Choice({ element }: { element: ElementOf<'choice'> }) {
  const { flow, step, begun, busy, choose } = useStep()
  const { backend_field_name, backend_field_value = '' } = answer(
    flow,
    element.question_key,
    element.answer_id,
  )
  return (
    <button
      type="submit"
      className="card choice"
      name={backend_field_name}
      value={backend_field_value}
      data-choice
      data-tf-element-role={showsConsent(step) ? 'submit' : undefined}
      aria-current={begun[backend_field_name] === backend_field_value || undefined}
      aria-disabled={busy}
      onClick={(event) => (busy ? event.preventDefault() : choose(backend_field_name, backend_field_value))}
    >
      {element.icon !== undefined && <Icon name={element.icon} />}
      <span>
        {element.text}
        {element.hint !== undefined && <small>{element.hint}</small>}
      </span>
    </button>
  )
}
