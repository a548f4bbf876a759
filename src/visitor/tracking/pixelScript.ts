import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { ExecuteAction, TrackingScripts } from '../../../schemas/flow/flow.ts'
import { findStep } from '../../flow/elements/elements.ts'
import { agreedPart } from '../../flow/answers/offerConsents.ts'
import { eventId, eventsOn, mayReceive, momentsOf } from '../../flow/vendors/pixels.ts'
import type { PixelVendor } from '../../flow/vendors/pixelVendors.ts'
import { walk } from '../../flow/walk.ts'
import type { Page } from '../../flow/page.ts'
import { STEP, type Outbox, type QueuedCall } from '../queue/outbox.ts'
import { recallOwn } from '../queue/remember.ts'
import type { Storage } from '../queue/storage.ts'

/** Parameters for starting a pixel. */
export interface PixelOptions<V extends PixelVendor> {
  settings: NonNullable<TrackingScripts[V]>
  /** Address of its script. */
  script: string
  page: Page
  /** Outbox for messages to the server. */
  outbox: Outbox
  /** Storage with the journey. */
  storage: Storage
}

/** Functions to talk to one vendor's script. */
interface Pixel<E> {
  /** Adds it to the page; called once. */
  load: () => void
  /** Grants or revokes consent from now on; called when it changes. */
  consent: (may: boolean) => void
  tell: (event: E, id: string) => void
}

/** Loads a pixel as soon as the visitor has agreed to it, if the flow requires that, and sends it the events from then on, with the IDs
 *  that the server uses for them. Only the server sends sales. */
export function watchEvents<V extends PixelVendor>(
  { settings, page, outbox, storage }: PixelOptions<V>,
  pixel: Pixel<Pixelled<V>>,
): void {
  const { flow, origin, session } = page
  const seen = new Set<string>()
  const told = new Set<string>()
  let { journey } = page
  let agreed: boolean | null = null
  const look = () => {
    journey = recallOwn(storage, page) ?? journey
    const { fields } = walk(flow, origin, journey.answers)
    const may = mayReceive(settings, fields)
    if (may && agreed === null) pixel.load()
    else if (agreed !== null && may !== agreed) pixel.consent(may)
    if (may || agreed !== null) agreed = may
    for (const key of outbox.keys()) {
      if (seen.has(key)) continue
      seen.add(key)
      const queued = outbox.read(key)
      if (!may || queued?.call !== STEP || queued.token !== session.token) continue
      const step = refOf(queued)
      const { type, execute_actions = [] } = findStep(flow, step) ?? {}
      const isShown = type !== 'hidden'
      const isLead =
        sendsLead(queued) &&
        execute_actions.some(
          (action) => action.name === 'send_lead' && agreedPart(flow, step.offer_key, action, fields),
        )
      for (const moment of momentsOf(flow, step, { fields, isShown, isLead }))
        for (const event of eventsOn<Pixelled<V>>(settings, moment)) {
          const id = eventId(session.uuid, moment)
          if (told.has(`${event.name} ${id}`)) continue
          told.add(`${event.name} ${id}`)
          pixel.tell(event, id)
        }
    }
  }
  look()
  // The journey is stored after its calls.
  outbox.subscribe(() => queueMicrotask(look))
}

type Pixelled<V extends PixelVendor> = NonNullable<TrackingScripts[V]>['events'][number]

function refOf({ body }: QueuedCall): StepRef {
  return body as unknown as StepRef
}

function sendsLead({ body }: QueuedCall): boolean {
  return (body['execute_actions'] as ExecuteAction['name'][]).includes('send_lead')
}
