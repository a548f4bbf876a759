import type { ElementOf } from '../schemas/element.ts'
import { buyerNames } from '../src/flow/buyers.ts'
import { answer } from '../src/flow/elements.ts'
import { useStep } from './context.ts'

/** A consent text, word for word: what is shown here is what is recorded. It is marked for those who certify it.
 *  Source: ActiveProspect, "Consent tagging"; Verisk, "How to add TCPA disclosure". */
export function Consent({ element }: { element: ElementOf<'consent'> }) {
  const { flow, offer_key } = useStep()
  const { backend_field_value = '' } = answer(flow, element.question_key, element.answer_id)
  const text = marked(backend_field_value, buyerNames(flow, offer_key))
  return (
    <p className="consent" data-tf-element-role="consent-language">
      {flow.ui_config.entrypoint.tracking_scripts.jornaya ? (
        <label>
          <input type="hidden" data-leadid-type="disclosure" />
          {text}
        </label>
      ) : (
        text
      )}
    </p>
  )
}

/** The text with the names of buyers marked where they stand in it. */
function marked(text: string, names: readonly string[]) {
  if (!names.some((name) => text.includes(name))) return text
  const any = names.map((name) => name.replace(/[^\w\s]/g, '\\$&')).join('|')
  return text.split(new RegExp(`(${any})`)).map((part, index) =>
    names.includes(part) ? (
      <span key={index} data-tf-element-role="consent-advertiser-name">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
