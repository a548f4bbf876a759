import type { ElementOf } from '../schemas/element.ts'
import { answer } from '../src/flow/elements.ts'
import { useStep } from './context.ts'

/** A consent text, word for word: what is shown here is what is recorded. */
export function Consent({ element }: { element: ElementOf<'consent'> }) {
  const { flow } = useStep()
  return (
    <p className="consent">{answer(flow, element.question_key, element.answer_id).backend_field_value}</p>
  )
}
