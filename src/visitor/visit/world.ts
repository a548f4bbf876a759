import type { ComponentType } from 'react'
import type { StepRef } from '../../../schemas/answer.ts'
import type { Catalogue, PhoneNumber } from '../../../schemas/visitor/page.ts'
import type { EmailValid, ZipValid } from '../../../schemas/visitor/checks.ts'
import type { Outcome } from '../../../schemas/visitor/sessions.ts'
import type { LinkOutElement, Redirect } from '../../../schemas/element.ts'
import type { Leaving, Stop } from '../../../widgets/context.ts'
import type { Effect, Journey, JourneyEvent } from '../../flow/journey.ts'
import type { CompiledCheck } from '../../flow/validations/compiledCheck.ts'
import type { ExternalCheck } from '../../flow/validations/validations.ts'
import type { Cell } from './cell.ts'
import type { Drafts } from './drafts.ts'
import type { Correction } from '../queue/outbox.ts'
import type { LinkOfferProps } from '../goOn/LinkOffer.tsx'
import type { TrackingIds } from '../tracking/tracker.ts'

/** What the server says of a value. `data`: what it fills in besides; `suggestion`: what was probably meant instead. */
export type CheckResult = EmailValid & Partial<ZipValid>

/** The compiled check of the step with this id; null when there is none. */
export type ValidatorOf = (id: string) => CompiledCheck | null

/** What the app asks of its browser; on the server there is none. */
export interface World {
  /** Keeps the journey, in the browser's history too, and tells the server of it. `forward`: the visitor moved on to
   *  another step. */
  perform: (journey: Journey, effects: readonly Effect[], forward: boolean) => void
  /** The journey with what other tabs have made of it since. */
  gather: (journey: Journey) => Journey
  /** Goes back in the browser's history when that leads to `step`; false when it does not. */
  back: (step: StepRef) => boolean
  drafts: Drafts
  /** Hears clicks and the browser's back and forward. Answers with how to stop. */
  listen: (dispatch: (event: JourneyEvent) => void) => () => void
  /** Asks the server; null when it cannot be reached, and then the visitor goes on. */
  check: (check: ExternalCheck) => Promise<CheckResult | null>
  /** Gives a step's compiled validator: undefined until they have come, null for every step while they cannot be had. */
  validators: Cell<ValidatorOf | undefined>
  /** Model years that were asked for: undefined while one loads, null when it cannot be had. */
  catalogues: Cell<Readonly<Record<string, Catalogue | null>>>
  loadCatalogue: (year: string) => void
  /** The step that the visitor is brought back to, as the server refused what was answered there; null when none. */
  correction: Cell<Correction | null>
  /** What tracking scripts have given so far. */
  trackingIds: Cell<TrackingIds>
  /** What the server last said of the visitor's leads; null while it has said nothing. */
  outcome: Cell<Outcome | null>
  /** Asks the server what became of them until `isSettled`, for some minutes at most. Answers with how to stop. */
  watchOutcome: (isSettled: (outcome: Outcome) => boolean) => () => void
  /** Offers a link to go on elsewhere, where the site does; null until its script has come. */
  linkOffer: Cell<ComponentType<LinkOfferProps> | null>
  /** The tracked number, once it was asked for and has come. */
  phone: Cell<PhoneNumber | null>
  loadPhone: () => void
  /** The unique id of a button that opens another page: made at random, the same from then on. */
  linkOutId: (element: LinkOutElement | Redirect) => string
  /** Tells that another page was opened: one button is one link-out, however often it is pressed. */
  linkOut: (step: StepRef, element: LinkOutElement | Redirect) => void
  /** Takes the visitor to another page, once all of the visit has arrived. */
  takeAway: (leaving: Leaving) => Stop
  /** Forgets the visitor in this browser and loads the page anew, by this form. What is unsent is still sent. Rejects when the
   *  server cannot be reached. */
  startAgain: (form: HTMLFormElement) => Promise<void>
  /** Does it once what was just drawn is on the screen. */
  afterPaint: (work: () => void) => void
  /** Does it after the next paint, when the browser has nothing better to do. */
  whenIdle: (work: () => void) => void
  /** The same where nothing is to be painted: asking for a paint alone has the browser go through the whole page. */
  atRest: (work: () => void) => void
  /** Milliseconds on a clock that never goes back. */
  now: () => number
}
