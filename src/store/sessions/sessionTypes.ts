import type { AnswerRecord, StepRef } from '../../../schemas/answer.ts'
import type { ConsentRecord } from '../../../schemas/consent.ts'
import type { Language } from '../../../schemas/flow.ts'
import type { Origin, Query, TrackingId } from '../../../schemas/session.ts'

/** Sessions, and what is recorded of them. Times are UTC epoch ms, money integer cents. */

/** The words by which an event is counted: those of the newest click by then. Missing affiliates and subs are ''. */
export interface Dimensions {
  path: string
  version: number
  aff_id: string
  sub1: string
  sub2: string
  sub3: string
}

export interface NewSession extends Dimensions {
  uuid: string
  /** SHA-256 of the bearer token, lower-case hex: the token itself is never stored. */
  token_hash: string
  origin: Origin
  page_url: string
  referrer: string
  /** In which the visitor reads the site, English unless it is said; a switch changes it. */
  language?: Language
  /** As the server saw them. */
  ip: string
  user_agent: string
  /** Why the session must not be sold from its very start: 'gpc', 'do_not_sell'. */
  opt_out?: string
  /** Opened for a bot or a prefetch: it is no page visit until its first event of that kind. */
  suspectedBot?: true
  at: number
}

/** A click by which a visitor came who had a session. */
export interface Click {
  query: Query
  page_url: string
  referrer: string
  at: number
}

/** The same as it comes. `arrival` numbers the clicks of a session; the one that it was opened by is 0. */
export interface NewArrival extends Click, Omit<Dimensions, 'path' | 'version'> {
  arrival: number
}

export interface StepRecord extends StepRef {
  /** Made in the browser; unique within the session. */
  id: string
  answers: AnswerRecord[]
  time_on_step: number
  /** The actions that the server's own core found due. */
  execute_actions: string[]
  /** In which it was shown; absent: that in which the flow is written. */
  language?: Language
  page_url: string
  at: number
}

/** Its dimensions are those of the newest click. */
export interface SessionRecord extends NewSession {
  language: Language
  /** Those after the one that it was opened by, in order. */
  clicks: Click[]
  tracking: Partial<Record<TrackingId, string>>
  /** What a check called unknown of its answers, as keyed hashes; absent: nothing yet. */
  doubted?: readonly string[]
  /** In the order in which they were recorded; a step answered twice stands twice. */
  steps: StepRecord[]
  /** Since when another browser goes on with it, by a link; absent: none does. Of its submissions, those from number `from` up to
   *  `after` are not that browser's own. */
  moved?: Moved
}

export type SessionEvent =
  | { kind: 'page_visit' | 'visit' | 'registration'; at: number }
  | { kind: 'impression'; offer: string; at: number }

/** One thing that was counted for a session, or done for it. `offer` is '' where there is none; `source`, who
 *  pays, and `cents` are null where no money moved; a return's are negative. */
export interface SessionOutcome {
  kind: 'page_visit' | 'visit' | 'registration' | 'impression' | 'lead' | 'link_out' | 'sale' | 'return'
  offer: string
  source: string | null
  cents: number | null
  at: number
}

/** What was said to a consent, as it is kept with the submission that carries it; the rest of its record is the
 *  submission's. */
export type NewConsent = Omit<
  ConsentRecord,
  'submission' | 'offer' | 'step' | 'version' | 'at' | 'page_url' | 'text_sha256'
> & {
  /** The key of the buyer to whom alone it is given; null of one to all of the offer's buyers. */
  seller?: string | null
}

/** A link to go on, by the SHA-256 of the random text that stands in it. */
export interface GoOnLink {
  token_hash: string
  session_uuid: string
  expires_at: number
}

export interface Moved {
  at: number
  from: number
  after: number
}

/** By which another browser may go on with a session, once it answers. */
export interface NewHandover {
  session_uuid: string
  /** Of the link. */
  link_hash: string
  /** Of the token that the browser holds from then on. */
  token_hash: string
  at: number
}

/** What a token opens that is not the one of the browser that goes on with the session. `own`: how many of the first submissions are
 *  its browser's own. */
export interface Handover {
  session_uuid: string
  own: number
  at: number
}

export type TakeOver = Omit<NewHandover, 'link_hash'>

export interface Quarantined {
  session_uuid: string | null
  call: string
  reason: string
  /** At most QUARANTINE_BODY_BYTES; the rest is cut. */
  body: string
  /** Of whom it came, as a keyed hash of the network: a flood takes the place of its own. */
  source: string
  at: number
}
