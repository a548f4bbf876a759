import type { ExecuteAction, Flow } from '../../../schemas/flow.ts'
import { choiceValue, controls, isChoice } from './agreement.ts'
import { consentTexts, stepFields, type ConsentText } from '../answers/data.ts'
import { showsConsent } from '../elements.ts'
import { fieldOf, isAnswered, type Fields } from '../answers/fields.ts'
import { once } from '../once.ts'

/** The consents of an offer, without one of which none of its leads goes out: those that stand on its own steps, and those
 *  elsewhere that are named after it. */
export function offerConsents(flow: Flow, offer_key: string): readonly ConsentText[] {
  return shownConsents(flow).filter((consent) => isConsentOf(offer_key, consent))
}

const shownConsents = once((flow: Flow) =>
  Object.entries(flow.ui_config.offers).flatMap(([offer, { steps }]) =>
    steps
      .filter(({ type }) => type !== 'hidden')
      .flatMap((step) => consentTexts(flow, step))
      .map((consent) => ({ offer, ...consent })),
  ),
)

/** Whether the visitor agreed to what an offer sends to a buyer: to all of its buyers at once, or, where the offer asks for each by
 *  itself, to this one. */
export function hasAgreed(
  flow: Flow,
  { offer_key, buyer }: { offer_key: string; buyer: string | null },
  fields: Fields,
): boolean {
  const asked = offerConsents(flow, offer_key)
  const meant = asksEach(asked) ? asked.filter(({ seller }) => seller === buyer) : asked
  return meant.some(({ field }) => isAnswered(fieldOf(fields, field)))
}

/** Whether consents are to one buyer each: one to all of them at once then stands for none. */
export function asksEach(asked: readonly Pick<ConsentText, 'seller'>[]): boolean {
  return asked.some(({ seller }) => seller !== undefined)
}

/** A lead action as far as the offer's consents let it go, whatever its rules say: with those of its buyers who were agreed to;
 *  null where that is nobody. An offer that asks for no consent sends all. */
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

/** The fields that are no business of who buys an offer's leads: what was agreed to or refused on the steps of other offers,
 *  unless it is asked on its own steps as well. */
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

/** Whether a consent that records `field` on a step of `offer` is one to what the other offer sends. */
export function isConsentOf(offer_key: string, { offer, field }: { offer: string; field: string }): boolean {
  return offer === offer_key || field === `${offer_key}_tcpa`
}
