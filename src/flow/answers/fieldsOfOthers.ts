import type { Flow } from '../../../schemas/flow/flow.ts'
import { contactFields } from './contactFields.ts'
import { stepFields } from './data.ts'
import { fieldsForOthers } from './offerConsents.ts'

/** Fields that an offer's buyers must not get: questions and consents of other sold offers, and values computed only from those. They
 *  get the offer's own questions, those asked before any offer is chosen, and the visitor's contact data (`basic_fields`, the phone
 *  number, the email address). */
export function fieldsOfOthers(flow: Flow, offer_key: string): Set<string> {
  const { offers, fields, basic_fields } = flow.ui_config
  const asked = (isMeant: (key: string, isSold: boolean) => boolean) =>
    Object.entries(offers)
      .filter(([key, { real }]) => isMeant(key, real))
      .flatMap(([, { steps }]) => steps.flatMap((step) => stepFields(flow, step)))
  const known = new Set([
    ...asked((key, isSold) => key === offer_key || !isSold),
    ...basic_fields,
    ...contactFields(flow).keys(),
    `${offer_key}_tcpa`,
  ])
  const ofOthers = asked((key, isSold) => key !== offer_key && isSold).filter((field) => !known.has(field))
  const hidden = new Set([...fieldsForOthers(flow, offer_key), ...ofOthers])
  // A field may be computed from another computed field.
  for (let before = -1; before !== hidden.size;) {
    before = hidden.size
    for (const [name, { from = [] }] of Object.entries(fields))
      if (from.length > 0 && from.every((source) => hidden.has(source))) hidden.add(name)
  }
  return hidden
}
