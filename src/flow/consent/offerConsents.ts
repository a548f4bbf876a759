import type { Flow } from '../../../schemas/flow.ts'
import { choiceValue, controls, isChoice } from './agreement.ts'
import { consentTexts, stepFields } from '../answers/data.ts'
import { answer, consents, showsConsent } from '../elements.ts'
import { fieldOf, isAnswered, type Fields } from '../answers/fields.ts'

/** The fields of an offer's consents, without one of which none of its leads goes out: those that stand on its own steps,
 *  and those elsewhere that are named after it. */
export function offerConsents(flow: Flow, offer_key: string): string[] {
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

/** The fields that are no business of who buys an offer's leads: what was agreed to or refused on the steps of other offers,
 *  unless it is asked on its own steps as well. */
export function saidToOthers(flow: Flow, offer_key: string): Set<string> {
  const { offers } = flow.ui_config
  const others = Object.entries(offers).flatMap(([offer, { steps }]) =>
    steps
      .filter((step) => offer !== offer_key && showsConsent(step))
      .flatMap((step) => [
        ...consentTexts(flow, step).map(({ field }) => field),
        ...controls(step)
          .filter(isChoice)
          .map((choice) => choiceValue(flow, choice).field),
      ])
      .filter((field) => !isConsentOf(offer_key, { offer, field })),
  )
  const own = new Set((offers[offer_key]?.steps ?? []).flatMap((step) => stepFields(flow, step)))
  return new Set(others.filter((field) => !own.has(field)))
}

/** Whether a consent that records `field` on a step of `offer` is one to what the other offer sends. */
export function isConsentOf(offer_key: string, { offer, field }: { offer: string; field: string }): boolean {
  return offer === offer_key || field === `${offer_key}_tcpa`
}
