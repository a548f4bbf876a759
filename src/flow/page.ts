import type { StepRef } from '../../schemas/answer.ts'
import type { Outcome } from '../../schemas/visitor/sessions.ts'
import type { Flow } from '../../schemas/flow.ts'
import type { Origin, Query, Session } from '../../schemas/session.ts'
import type { StepData } from './answers/stepData.ts'
import type { Effect, Journey } from './journey.ts'
import type { FieldError } from './validations/validations.ts'

/** All that a page knows when it starts: what the server sends with the HTML, or fetched where there is no server. */
export interface Page {
  session: Session
  /** The site's path name. */
  path: string
  flow: Flow
  origin: Origin
  /** The parameters of the newest click, where the visitor came by another than the first. */
  clicked?: Query | undefined
  /** Where the visitor stands, by what is recorded. */
  journey: Journey
  /** What the way there has still to tell the server. */
  effects: Effect[]
  /** What a form posted without a script, where it was not taken. */
  refused?: RefusedPost | undefined
  product_name: string
  /** For the copyright line. */
  year: number
  /** Whether tracking scripts may be loaded: neither Global Privacy Control nor Do Not Sell says no. */
  may_track: boolean
  /** What the server knew of the visitor's leads when it made the page; null when there was nothing to know. */
  outcome: Outcome | null
  /** For how long a mailed link to go on works, where the visitor may ask for one. */
  link_hours?: number | undefined
  /** The address that calls begin with. */
  api: string
  /** The address of the flow's compiled validators. */
  validators: string
  /** The address of a model year's makes and models, with {year} for the year. */
  vehicles: string
}

/** What was entered on a step, and why it was not taken. */
export interface RefusedPost {
  step: StepRef
  data: StepData
  errors: readonly FieldError[]
}

/** The same as it stands in the HTML: with the addresses of what is a file by itself. */
export interface SentPage extends Omit<Page, 'flow'> {
  /** Every visitor's of a version, and it may be long. */
  flow: string
  /** The components' whole stylesheet: in the page stands what its first steps can meet. */
  style: string
}

/** The form in which browsers get flows: 2 since sites say their own brand. Browsers keep a version's flow for ever, so whoever
 *  changes the form of those that are published already asks for them at another address. */
export const FLOW_FORM = 2

/** Before there is a session, calls are signed with the site's public key. */
export const DEFAULT_SITE_KEY = 'leadloom'

/** The id of the element that holds a page's JSON. */
export const PAGE_ELEMENT = 'page'

/** The name under which a form says which step it is of: no field has such a one. */
export const STEP_INPUT = 'step-id'

/** The name under which a form says that the visitor starts again. */
export const START_AGAIN_INPUT = 'start-again'
