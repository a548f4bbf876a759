import type { WidgetProps } from '@rjsf/utils'
import type { ElementOf } from '../schemas/elements/element.ts'
import type { WithAppParts } from './appParts.ts'

/** A consent to one seller, with its text as the label of a checkbox. The markup, which is kept as evidence, includes whether it is
 *  checked. It is marked for consent certificates. Source: ActiveProspect, "Consent tagging". */
export function SellerConsent({ id, name, value, options, onChange, parts }: WidgetProps & WithAppParts) {
  const { text, words, place, isWitnessed } = parts.useConsent(options['element'] as ElementOf<'consent'>)
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
