import type { WidgetProps } from '@rjsf/utils'
import type { ElementOf } from '../schemas/element.ts'
import type { Given } from './given.ts'

/** A consent to one seller: its text is the label of a box that the visitor ticks. That it is ticked stands in the markup, which is
 *  kept as evidence. It is marked for those who certify it.
 *  Source: ActiveProspect, "Consent tagging". */
export function SellerConsent({ id, name, value, options, onChange, given }: WidgetProps & Given) {
  const { text, words, place, isWitnessed } = given.useConsent(options['element'] as ElementOf<'consent'>)
  const isTicked = value === text
  return (
    <label className="card seller" data-ticked={isTicked}>
      <input
        id={id}
        type="checkbox"
        name={name}
        value="yes"
        checked={isTicked}
        data-tf-element-role={`consent-opted-advertiser-input-${place}`}
        data-leadid-type={isWitnessed ? 'disclosure' : undefined}
        onChange={() => onChange(isTicked ? undefined : text)}
      />
      <span data-tf-element-role="consent-language">{words}</span>
    </label>
  )
}
