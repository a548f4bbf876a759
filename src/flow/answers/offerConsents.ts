import type { ExecuteAction, Flow } from '../../../schemas/flow/flow.ts'
import { choiceValue, controls, isChoice } from '../consent/agreement.ts'
import { consentTexts, stepFields, type ConsentText } from './data.ts'
import { showsConsent } from '../elements/elements.ts'
import { fieldOf, isAnswered, type Fields } from './fields.ts'
import { once } from '../kernel/once.ts'

/** Consents of an offer; its leads need at least one of them. Includes those on its own steps, and those elsewhere that name it. */
export function offerConsents(flow: Flow, offer_key: string): readonly ConsentText[] {
  return shownConsents(flow).filter((consent) => isConsentOf(offer_key, consent))
}

const shownConsents = once((flow: Flow) =>
  Object.entries(flow.ui_config.offers).flatMap(([offer, { steps }]) =>
    steps
      // The consent of a call_anyway step permits asking, not sending.
      .filter(({ type }) => type === undefined)
      .flatMap((step) => consentTexts(flow, step))
      .map((consent) => ({ offer, ...consent })),
  ),
)

/** True if the visitor agreed to what an offer sends to a buyer: to all of its buyers at once, or, if the offer asks for each
 *  separately, to this one. */
export function hasAgreed(
  flow: Flow,
  { offer_key, buyer }: { offer_key: string; buyer: string | null },
  fields: Fields,
): boolean {
  const asked = offerConsents(flow, offer_key)
  const meant = asksEach(asked) ? asked.filter(({ seller }) => seller === buyer) : asked
  return meant.some(({ field }) => isAnswered(fieldOf(fields, field)))
}

/** True if each consent is to one buyer. A consent to all buyers at once then counts for none. */
export function asksEach(asked: readonly Pick<ConsentText, 'seller'>[]): boolean {
  return asked.some(({ seller }) => seller !== undefined)
}

/** The part of a lead action that the offer's consents allow, whatever its rules: only buyers that the visitor agreed to; null if there
 *  are none. An offer that asks for no consent sends to all. */
export function agreedPart(
  flow: Flow,
  offer_key: string,
  action: ExecuteAction,
  fields: Fields,
): ExecuteAction | null {
  const asked = offerConsents(flow, offer_key)
  if (asked.length === 0) return action
  if (!asksEach(asked)) return hasAgreed(flow, { offer_key, buyer: null }, fields) ? action : null
  const buyers = (action.buyers ?? []).filter((buyer) => hasAgreed(flow, { offer_key, buyer }, fields))
  return buyers.length > 0 ? { ...action, buyers } : null
}

/** Fields that buyers of an offer's leads don't get: consents given or refused on the steps of other offers, unless this offer's steps
 *  ask for them as well. */
export function fieldsForOthers(flow: Flow, offer_key: string): Set<string> {
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

/** True if a consent that records `field` on a step of `offer` is to what the other offer sends. */
export function isConsentOf(offer_key: string, { offer, field }: { offer: string; field: string }): boolean {
  return offer === offer_key || field === `${offer_key}_tcpa`
}
