import type { ExecuteAction } from '../../../schemas/flow/flow.ts'
import { isConsentOf } from '../../flow/answers/offerConsents.ts'
import { hasBox } from '../../flow/elements/elements.ts'
import type { Node } from '../solve/diagram.ts'
import type { Course } from '../solve/reach.ts'
import type { Stop } from '../solve/stops.ts'

/** Consents of an offer by field: those on its own steps, and those elsewhere that name it. */
export function consentsOf(stops: readonly Stop[], offer: string): Map<string, AskedConsent> {
  const consents = new Map<string, AskedConsent>()
  for (const { ref, asks } of stops)
    for (const ask of asks) {
      if (ask.kind !== 'single' || !ask.isConsent) continue
      if (!isConsentOf(offer, { offer: ref.offer_key, field: ask.field })) continue
      const { texts = [], sellers = [] } = consents.get(ask.field) ?? {}
      consents.set(ask.field, {
        texts: new Set([...texts, ...ask.values]),
        sellers: new Set([...sellers, ...(hasBox(ask.element) ? [ask.element.seller] : [])]),
      })
    }
  return consents
}

interface AskedConsent {
  /** Values recorded when it is given. */
  texts: ReadonlySet<string>
  /** Buyers that it is limited to. */
  sellers: ReadonlySet<string>
}

/** States in which the visitor agreed to what an action of an offer sends. */
interface Agreed {
  /** Consent to any of its buyers. */
  toAny: Node
  to: (buyer: string) => Node
  /** True if each seller needs its own consent: a lead then goes to no one else, whatever the rules say. */
  isToEach: boolean
}

export function agreedStates(
  { predicates, space: { diagram } }: Course,
  stops: readonly Stop[],
  { offer, action }: { offer: string; action: ExecuteAction },
): Agreed {
  const consents = Array.from(consentsOf(stops, offer), ([field, { texts, sellers }]) => ({
    sellers,
    given: predicates.has(field, texts),
  }))
  const isToEach = consents.some(({ sellers }) => sellers.size > 0)
  const all = diagram.or(...consents.map(({ given }) => given))
  const to = (buyer: string) =>
    isToEach
      ? diagram.or(...consents.flatMap(({ sellers, given }) => (sellers.has(buyer) ? given : [])))
      : all
  return { to, isToEach, toAny: isToEach ? diagram.or(...(action.buyers ?? []).map(to)) : all }
}
