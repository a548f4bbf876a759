import type { Flow } from '../../../schemas/flow/flow.ts'
import type { PixelEvent } from '../../../schemas/flow/pixelSettings.ts'
import type { PixelMoment } from '../../../schemas/outgoing/pixel.ts'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import { fieldOf, isAnswered, type Fields } from '../answers/fields.ts'
import type { PixelSettings } from './pixelVendors.ts'

/** Moment that may be sent to vendors. `offer` and `step` are '' if it has none. */
export interface Moment {
  kind: PixelMoment
  offer: string
  step: string
}

/** Moments that occur when a step is left. `fields` is what is known then; `isShown` is true if the visitor saw the step; `isLead` is
 *  true if a lead became due with it. */
export function momentsOf(
  { ui_config: { basic_fields } }: Flow,
  { offer_key: offer, step_key: step }: StepRef,
  { fields, isShown, isLead }: { fields: Fields; isShown: boolean; isLead: boolean },
): Moment[] {
  const isRegistered =
    basic_fields.length > 0 && basic_fields.every((field) => isAnswered(fieldOf(fields, field)))
  return [
    ...(isShown ? [{ kind: 'step', offer, step } as const] : []),
    ...(isRegistered ? [{ kind: 'registration', offer: '', step: '' } as const] : []),
    ...(isLead ? [{ kind: 'lead', offer, step: '' } as const] : []),
  ]
}

/** Events to send to a vendor for a moment. */
export function eventsOn<E extends PixelEvent>(
  { events }: { events: readonly E[] },
  { kind, offer, step }: Moment,
): E[] {
  return events.filter(
    (event) =>
      event.on === kind &&
      (event.offer === undefined || event.offer === offer) &&
      (kind !== 'step' || event.step === step),
  )
}

/** True if a vendor may receive events of a visitor with these fields. */
export function mayReceive({ consent }: Pick<PixelSettings, 'consent'>, fields: Fields): boolean {
  return consent === undefined || [fieldOf(fields, consent.field)].flat().includes(consent.value)
}

/** ID of an event that browser and server share, so that a vendor that gets it from both counts it once. `sale` is the entry of the
 *  ledger, which only the server sends. */
export function eventId(uuid: string, { kind, offer, step }: Moment, sale = 0): string {
  const about = kind === 'sale' ? [String(sale)] : [offer, step]
  return [uuid, kind, ...about].filter((part) => part !== '').join('.')
}
