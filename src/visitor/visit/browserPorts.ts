import type { ComponentType } from 'react'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { Catalog, PhoneNumber } from '../../../schemas/visitor/page.ts'
import type { EmailValid, ZipValid } from '../../../schemas/visitor/checks.ts'
import type { Outcome } from '../../../schemas/visitor/sessions.ts'
import type { KnownOutcome } from '../../flow/outcome.ts'
import type { LinkOutElement, Redirect } from '../../../schemas/elements/element.ts'
import type { Leaving, Stop } from '../../../widgets/context.ts'
import type { Effect, Journey, JourneyEvent } from '../../flow/journey.ts'
import type { CompiledCheck } from '../../flow/validations/compiledCheck.ts'
import type { ExternalCheck } from '../../flow/validations/validations.ts'
import type { Cell } from '../queue/cell.ts'
import type { Drafts } from './drafts.ts'
import type { Correction } from '../queue/outbox.ts'
import type { LinkOfferProps } from '../goOn/LinkOffer.tsx'
import type { TrackingIds } from '../tracking/tracker.ts'

/** Server's result for a value. `data` has values to fill in; `suggestion` is what was probably meant. */
export type CheckResult = EmailValid & Partial<ZipValid>

/** Compiled check of the step with this ID; null if there is none. */
export type ValidatorOf = (id: string) => CompiledCheck | null

/** Functions of the browser for the app; the server has none. */
export interface BrowserPorts {
  /** Stores the journey, also in the browser's history, and sends its effects to the server. `forward` is true if the visitor moved on
   *  to another step. */
  perform: (journey: Journey, effects: readonly Effect[], forward: boolean) => void
  /** The journey with the changes of other tabs. */
  gather: (journey: Journey) => Journey
  /** Goes back in the browser's history if that leads to `step`; otherwise returns false. */
  back: (step: StepRef) => boolean
  drafts: Drafts
  /** Listens to clicks and the browser's Back and Forward. Returns a function to stop. */
  listen: (dispatch: (event: JourneyEvent) => void) => () => void
  /** Asks the server; null if it cannot be reached, in which case the visitor continues. */
  check: (check: ExternalCheck) => Promise<CheckResult | null>
  /** Compiled validators of steps: undefined until they have loaded, null for every step while they are unavailable. */
  validators: Cell<ValidatorOf | undefined>
  /** Requested model years: undefined while one loads, null if it is unavailable. */
  catalogs: Cell<Readonly<Record<string, Catalog | null>>>
  loadCatalog: (year: string) => void
  /** Step that the visitor is brought back to after the server refused its answers; null if none. */
  correction: Cell<Correction | null>
  /** IDs from tracking scripts so far. */
  trackingIds: Cell<TrackingIds>
  /** The server's last message about the visitor's leads; null before the first. */
  outcome: Cell<KnownOutcome | null>
  /** Asks the server for the outcome until `isSettled`. Rests after some minutes, until something happens. Returns a function to stop. */
  watchOutcome: (isSettled: (outcome: Outcome) => boolean) => () => void
  /** Offer of a link to continue elsewhere, if the site has it; null until its script has loaded. */
  linkOffer: Cell<ComponentType<LinkOfferProps> | null>
  /** The tracked number, once it was requested and has arrived. */
  phone: Cell<PhoneNumber | null>
  loadPhone: () => void
  /** Unique ID of a button that opens another page: random, and stable from then on. */
  linkOutId: (element: LinkOutElement | Redirect) => string
  /** Reports that another page was opened: one button is one link-out, however often it is pressed. */
  linkOut: (step: StepRef, element: LinkOutElement | Redirect) => void
  /** Takes the visitor to another page, once the whole visit has arrived. */
  redirectWhenSent: (leaving: Leaving) => Stop
  /** Deletes the visitor's data in this browser and reloads the page, with this form. Unsent calls are still sent. Rejects if the server
   *  cannot be reached. */
  startAgain: (form: HTMLFormElement) => Promise<void>
  /** Runs it once the last render is painted. */
  afterPaint: (work: () => void) => void
  /** Runs it after the next paint, when the browser is idle. */
  whenIdle: (work: () => void) => void
  /** The same without a paint, as requesting one makes the browser walk the whole page. */
  atRest: (work: () => void) => void
  /** Milliseconds on a clock that never goes back. */
  now: () => number
}
