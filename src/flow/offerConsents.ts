import type { Flow } from '../../schemas/flow.ts'
import { answer, consents } from './elements.ts'
import { fieldOf, isAnswered, type Fields } from './fields.ts'

/** The fields of an offer's consents, without one of which none of its leads goes out: those that stand on its own steps,
 *  and those elsewhere that are named after it. */
function offerConsents(flow: Flow, offer_key: string): string[] {
  const fields = Object.entries(flow.ui_config.offers).flatMap(([offer, { steps }]) =>
    steps
      .filter(({ type }) => type !== 'hidden')
      .flatMap(consents)
      .map(({ question_key, answer_id }) => answer(flow, question_key, answer_id).backend_field_name)
      .filter((field) => isConsentOf(offer_key, { offer, field })),
  )
  return [...new Set(fields)]
}

/** Whether leads of the offer may go out for a visitor of whom this is known, whatever the rules of its actions say: one of
 *  its consents was given, or it asks for none. */
export function mayBeSold(flow: Flow, offer_key: string, fields: Fields): boolean {
  const asked = offerConsents(flow, offer_key)
  return asked.length === 0 || asked.some((field) => isAnswered(fieldOf(fields, field)))
}

/** Whether a consent that records `field` on a step of `offer` is one to what the other offer sends. */
export function isConsentOf(offer_key: string, { offer, field }: { offer: string; field: string }): boolean {
  return offer === offer_key || field === `${offer_key}_tcpa`
}
