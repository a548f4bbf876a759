import type { AnswerRecord, StepRef } from '../../../../schemas/visitor/answer.ts'
import type { ConsentRecord } from '../../../../schemas/kernel/consent.ts'
import type { Language } from '../../../../schemas/flow/flow.ts'
import type { Origin, Query, TrackingId } from '../../../../schemas/kernel/session.ts'

/** Sessions and their records. Times are UTC epoch ms, money integer cents. */

/** Parameters that an event is counted by: those of the newest click at that time. Missing affiliates and subs are ''. */
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
  /** SHA-256 of the bearer token, lowercase hex; the token itself is never stored. */
  token_hash: string
  origin: Origin
  page_url: string
  referrer: string
  /** Language in which the visitor reads the site, English by default; a switch changes it. */
  language?: Language
  /** IP address and user agent as the server saw them. */
  ip: string
  user_agent: string
  /** Reason that the session must not be sold from its very start: 'gpc', 'do_not_sell'. */
  opt_out?: string
  /** Set if it was opened for a bot or a prefetch; it isn't a page visit until its first event of that kind. */
  suspectedBot?: true
  at: number
}

/** A click by which a visitor with a session came back. */
export interface Click {
  query: Query
  page_url: string
  referrer: string
  at: number
}

/** A click as it arrives. `arrival` numbers the clicks of a session; the one that opened it is 0. */
export interface NewArrival extends Click, Omit<Dimensions, 'path' | 'version'> {
  arrival: number
}

export interface StepRecord extends StepRef {
  /** Made in the browser; unique within the session. */
  id: string
  answers: AnswerRecord[]
  time_on_step: number
  /** Actions that the server's own core found due. */
  execute_actions: string[]
  /** Language in which it was shown; if absent, the flow's own. */
  language?: Language
  page_url: string
  at: number
}

/** A session's record. Its dimensions are those of the newest click. */
export interface SessionRecord extends NewSession {
  language: Language
  /** Clicks after the one that opened it, in order. */
  clicks: Click[]
  tracking: Partial<Record<TrackingId, string>>
  /** Answers that a check called unknown, as keyed hashes; absent if there are none. */
  doubted?: readonly string[]
  /** Steps in the order in which they were recorded; a step answered twice is listed twice. */
  steps: StepRecord[]
  /** Set if another browser continues the session through a link, with the time. Submissions from number `from` up to `after` aren't
   *  that browser's own. */
  moved?: Moved
}

export type SessionEvent =
  | { kind: 'page_visit' | 'visit' | 'registration'; at: number }
  | { kind: 'impression'; offer: string; at: number }

/** One event that was counted or done for a session. `offer` is '' if there is none; `source`, which is the payer, and `cents` are null
 *  if no money moved; a return's are negative. */
export interface SessionOutcome {
  kind:
    | 'page_visit'
    | 'visit'
    | 'registration'
    | 'impression'
    | 'lead'
    | 'link_out'
    | 'sale'
    | 'return'
    | 'adjustment'
  offer: string
  source: string | null
  cents: number | null
  at: number
}

/** Answer to a consent, as it is saved with its submission; the rest of its record is the submission's. */
export type NewConsent = Omit<
  ConsentRecord,
  'submission' | 'offer' | 'step' | 'version' | 'at' | 'page_url' | 'text_sha256'
> & {
  /** Key of the only buyer to which it is given; null if it is for all of the offer's buyers. */
  seller?: string | null
}

/** A link to continue, by the SHA-256 of its random token. */
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

/** Handover by which another browser may continue a session once it answers. */
export interface NewHandover {
  session_uuid: string
  /** Hash of the link. */
  link_hash: string
  /** Hash of the token that the browser holds from then on. */
  token_hash: string
  at: number
}

/** Handover of a session to a token other than that of the browser that continues it. `own`: number of first submissions that are its
 *  browser's own. */
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
  /** Body of at most QUARANTINE_BODY_BYTES; the rest is cut. */
  body: string
  /** Sender, as a keyed hash of the network; a flood only replaces its own entries. */
  source: string
  at: number
}
