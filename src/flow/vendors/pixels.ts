import type { Flow } from '../../../schemas/flow.ts'
import type { PixelEvent } from '../../../schemas/flow/pixelSettings.ts'
import type { PixelMoment } from '../../../schemas/outgoing/pixel.ts'
import type { StepRef } from '../../../schemas/answer.ts'
import { fieldOf, isAnswered, type Fields } from '../answers/fields.ts'
import type { PixelSettings } from './pixelVendors.ts'

/** What vendors may be told of. `offer` and `step` are '' where there is none. */
export interface Moment {
  kind: PixelMoment
  offer: string
  step: string
}

/** What has happened when a step was left. `fields`: what is known then; `isShown`: whether the visitor saw the step; `isLead`: whether a
 *  lead fell due with it. */
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

/** The events by which a vendor is told of a moment. */
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

/** Whether a vendor may receive events of a visitor of whom this is known. */
export function mayReceive({ consent }: Pick<PixelSettings, 'consent'>, fields: Fields): boolean {
  return consent === undefined || [fieldOf(fields, consent.field)].flat().includes(consent.value)
}

/** The id under which browser and server tell of one event: a vendor that hears it from both counts it once. `sale`: the entry of
 *  the ledger, which the server alone tells of. */
export function eventId(uuid: string, { kind, offer, step }: Moment, sale = 0): string {
  const about = kind === 'sale' ? [String(sale)] : [offer, step]
  return [uuid, kind, ...about].filter((part) => part !== '').join('.')
}
