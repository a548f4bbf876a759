import type { StepRef } from '../../schemas/visitor/answer.ts'
import type { Catalog, PhoneNumber } from '../../schemas/visitor/page.ts'
import type { Outcome } from '../../schemas/visitor/sessions.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { Origin, Query, Session } from '../../schemas/kernel/session.ts'
import type { StepData } from './answers/stepData.ts'
import type { Effect, Journey } from './journey.ts'
import type { FieldError } from './validations/validations.ts'

/** Everything that a page knows when it starts: sent with the HTML, or fetched if there is no server. */
export interface Page {
  session: Session
  /** Path name of the site. */
  path: string
  flow: Flow
  origin: Origin
  /** Parameters of the newest click, if the visitor came by another than the first. */
  clicked?: Query | undefined
  /** State of the visit according to the recorded answers. */
  journey: Journey
  /** True if `journey` has no answers with personal data although the server knows some. The page, at the step that follows them, shows none
   *  either: its tab may be another person's. */
  is_withheld?: true | undefined
  /** True if all answers are its author's, whichever tab shows them. */
  is_preview?: true
  /** Messages that are still to be sent to the server. */
  effects: Effect[]
  /** Result of a form posted without a script, if it was refused. */
  refused?: RefusedPost | undefined
  product_name: string
  /** Year of the copyright line. */
  year: number
  /** True if tracking scripts may be loaded: neither Global Privacy Control nor Do Not Sell forbids it. */
  may_track: boolean
  /** The server's knowledge of the visitor's leads when it made the page; null if it had none. */
  outcome: Outcome | null
  /** Hours for which a mailed link to continue works, if the visitor may ask for one. */
  link_hours?: number | undefined
  /** Prefix of the site's own addresses; empty, except in a preview. */
  base: string
  /** The number to call, if no campaign tracks it; else the page asks for it. */
  phone?: PhoneNumber | undefined
  /** Base address of calls. */
  api: string
  /** Address of the flow's compiled validators. */
  validators: string
  /** Address of a model year's makes and models, with {year} for the year. */
  vehicles: string
  /** Makes and models of the years in a refused form, which a page without scripts can't fetch. */
  catalogs?: Readonly<Record<string, Catalog>>
}

/** Input on a step, and the reasons why it was refused. */
export interface RefusedPost {
  step: StepRef
  data: StepData
  errors: readonly FieldError[]
}

/** The same as in the HTML, with addresses of the parts that are separate files. */
export interface SentPage extends Omit<Page, 'flow'> {
  /** Address of the flow, a separate file as it is the same for every visitor of a version, and may be long. */
  flow: string
  /** Address of the components' whole stylesheet; the page itself includes what its first steps can use. */
  style: string
}

/** Format in which browsers get flows: 2 since sites define their own brand. Browsers keep a version's flow forever, so a change in the
 *  format of published flows needs a new address. */
export const FLOW_FORM = 2

/** Before there is a session, calls are signed with the site's public key. */
export const DEFAULT_SITE_KEY = 'leadloom'

/** ID of the element with the page's JSON. */
export const PAGE_ELEMENT = 'page'

/** Name of the input with a form's step; no field has this name. */
export const STEP_INPUT = 'step-id'

/** Name of the input that tells that the visitor starts again. */
export const START_AGAIN_INPUT = 'start-again'
