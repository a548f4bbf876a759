import type { AnswerRecord, StepRef } from '../../schemas/answer.ts'
import type { DeliveryState, MailKind, MailState } from '../../schemas/buyer.ts'
import type { HeldReason, Opening } from '../../schemas/buyer/limits.ts'
import type { ConsentRecord } from '../../schemas/consent.ts'
import type { Flow, Language } from '../../schemas/flow.ts'
import type { OperatorRole } from '../../schemas/operator.ts'
import type { PixelEventState, PixelMoment } from '../../schemas/pixel.ts'
import type { PrivacyRequest } from '../../schemas/privacy.ts'
import type { Origin, Query, TrackingId } from '../../schemas/session.ts'
import type { Source } from './drafts/draftRecords.ts'
import type { Share } from '../../schemas/version.ts'
import type { Webhook, WebhookKind, WebhookState } from '../../schemas/webhook.ts'

/** What a store keeps and gives back. Times are UTC epoch ms, money integer cents. */

/** What a process took from a bucket of a limit: the time after which that has come back. */
export interface Taken {
  key: string
  costMs: number
}

/** How many logins may fail under a key within one window. */
export interface LoginBound {
  key: string
  most: number
}

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
  /** In the order in which they were recorded; a step answered twice stands twice. */
  steps: StepRecord[]
  /** Since when another browser goes on with it, by a link, and after how many submissions; absent: none does. */
  moved?: { at: number; after: number }
}

export type SessionEvent =
  | { kind: 'page_visit' | 'visit' | 'registration'; at: number }
  | { kind: 'impression'; offer: string; at: number }

/** One thing that was counted for a session, or done for it. `offer` is '' where there is none, `cents` null where no
 *  money moved; a return's are negative. */
export interface SessionOutcome {
  kind: 'page_visit' | 'visit' | 'registration' | 'impression' | 'lead' | 'link_out' | 'sale' | 'return'
  offer: string
  cents: number | null
  at: number
}

export interface Sale {
  session_uuid: string
  /** The click that it counts for; absent: the newest. A return counts for that of its sale. */
  arrival?: number
  offer: string
  /** Who reports it: a partner's or a buyer's name. Unique together with `external_id` and `returned`. */
  source: string
  external_id: string
  /** Of the sale itself, also when it is returned: the entry is written as its negative. */
  cents: number
  /** Who is told of it once it is booked; of a return nobody. */
  pixelEvents?: NewPixelEvent[]
  returned: boolean
  at: number
}

/** What became of a reported sale or return. new: booked. known: it was booked before, the same. waits: the return of a sale
 *  that there is not yet, booked with it. conflict: its id is known with another amount, offer or session; kept for the
 *  operator. full: so many returns of this source wait that it was not kept. */
export type Sold = 'new' | 'known' | 'waits' | 'conflict' | 'full'

/** A buyer's return of a lead, by its own id, by the key under which the lead was posted, or by both. */
export interface ReturnReport {
  source: string
  external_id: string | null
  key: string | null
  /** What the buyer takes back, where it says so: all of it, or the report is a conflict. */
  cents: number | null
  at: number
}

export interface BookedSale {
  external_id: string
  session_uuid: string
  offer: string
  cents: number
  at: number
}

/** What became of a return, or would: unknown: no lead was posted to the buyer under the key. */
export interface ReturnVerdict {
  outcome: 'returned' | 'unknown' | Exclude<Sold, 'new'>
  /** Why it was not booked, as a sentence; null when it is, or was. */
  reason: string | null
  sale: BookedSale | null
}

/** A lead that falls due with a step: it is kept, and one delivery for each of its buyers begins. */
export interface NewLead {
  offer: string
  /** Keys of the flow's buyers; none when the lead is only kept. */
  buyers: string[]
  /** As buyers know it, without credentials. */
  payload: Record<string, string>
  /** By buyer, the fields of it that are no business of theirs. */
  withheld?: Readonly<Record<string, readonly string[]>>
  /** By what the same person is known in another lead. */
  contacts?: Contact[]
}

/** A phone number or an email address, however it was written. */
export interface Contact {
  kind: 'phone' | 'email'
  text: string
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

/** An email that falls due with a step. */
export interface NewMail {
  offer: string
  step: string
  recipient: string
  subject: string
  body: string
}

/** An email by which a visitor asks for a link to go on. Its body holds the sign in whose place the link is put when it is
 *  sent. */
export interface NewLinkMail extends Pick<NewMail, 'recipient' | 'subject' | 'body'> {
  /** Made by the browser: the same is one email. */
  id: string
}

/** A link to go on, by the SHA-256 of the random text that stands in it. */
export interface GoOnLink {
  token_hash: string
  session_uuid: string
  expires_at: number
}

/** By which a session becomes another browser's. */
export interface Move {
  session_uuid: string
  /** Of the link. */
  link_hash: string
  /** Of the token that the browser holds from then on: the one before opens nothing any more. */
  token_hash: string
  at: number
}

/** An email that is being sent. `key`: the same whenever the same is sent. `attempt` counts from 1. */
export interface MailAttempt extends Pick<NewMail, 'recipient' | 'subject' | 'body' | 'offer'> {
  kind: MailKind
  /** When it fell due; of one that confirms leads, when the last of them did. */
  at: number
  session_uuid: string
  /** What stands for the recipient in an address by which they opt out: see privacy/unsubscribing.ts. */
  unsubscribe: string
  key: string
  attempt: number
  /** Of the visitor's site. */
  path: string
  /** The visitor's. */
  language: Language
}

/** What an attempt to send an email came to. `due_at`: when the next one is due, for the state 'due' alone. */
export interface MailEnd {
  state: Exclude<MailState, 'suppressed'>
  message: string
  /** To whom it went: the visitor may have corrected the address meanwhile. */
  recipient: string
  at: number
  due_at: number | null
}

/** What a vendor of advertisements is to be told, once of a session: by its own `name`, of what happened. `offer` and `step` are ''
 *  where there is none. */
export interface NewPixelEvent {
  vendor: string
  account: string
  name: string
  kind: PixelMoment
  offer: string
  step: string
}

/** An event that is being told. `attempt` counts from 1. */
export interface PixelAttempt extends NewPixelEvent {
  attempt: number
  /** The entry of the ledger, and what was paid; 0 and null where there is none. */
  sale: number
  cents: number | null
  /** The click that it counts for. */
  arrival: number
  at: number
  session: SessionRecord
  /** What vendors' scripts call the browser, by the names of their cookies. */
  ids: Record<string, string>
}

/** What telling of an event came to. `due_at`: when it is told again, for the state 'due' alone. */
export interface PixelEnd {
  state: PixelEventState
  message: string
  due_at: number | null
}

/** What a webhook's message is about. */
export interface Happened {
  kind: WebhookKind
  at: number
  session_uuid: string
  offer: string
  version: number
  /** Of the click that it counts for. */
  path: string
  aff_id: string
  sub1: string
  /** What the visitor gave, for a webhook that wants it. */
  lead: Record<string, string> | null
  /** Of a sale or a return: who pays, by what number of theirs, and what; a return's cents are negative. */
  source: string | null
  external_id: string | null
  cents: number | null
}

/** A message that is being sent. `attempt` counts from 1. */
export interface WebhookAttempt {
  entry: number
  attempt: number
  webhook: Pick<Webhook, 'name' | 'url' | 'local' | 'made_at'>
  happened: Happened
}

/** Which messages of webhooks are listed. `from` and `to`: when it happened, both inclusive. `before`: the entry that the page before ended with. */
export interface MessagesWanted {
  webhook: string | null
  state: WebhookState | null
  from?: number | undefined
  to?: number | undefined
  before?: number | undefined
  limit: number
}

/** What sending a message came to. `due_at`: when it is sent again, for the state 'due' alone. */
export interface WebhookEnd {
  state: WebhookState
  message: string
  due_at: number | null
}

/** What a step carries, kept in the same transaction. */
export interface Carried {
  lead?: NewLead | null
  consents?: NewConsent[]
  mails?: NewMail[]
  /** The address at which the visitor is told to whom their leads went; null when they are not. */
  confirmedTo?: string | null
  pixelEvents?: NewPixelEvent[]
  /** What vendors’ scripts call the browser by now, by the names of their cookies. */
  pixelIds?: Record<string, string>
  /** What it proves, counted unless it is. */
  events?: SessionEvent[]
  /** What the browser says with it of not being sold, 'gpc' or 'do_not_sell'; null when nothing. */
  opt_out?: string | null
  /** How many submissions the session had when it was judged; not said, it is kept whatever the session has. */
  judgedAfter?: number
}

/** A delivery that is being attempted. `attempt` counts from 1. */
export interface Attempt {
  attempt: number
  key: string
  session_uuid: string
  offer: string
  buyer: string
  aff_id: string
  payload: Record<string, string>
}

/** What bounds an attempt. */
export interface AttemptBounds {
  /** 30 days unless it is said, 0 for never. */
  duplicateWindowMs?: number
  /** How long the lead is nobody else's to post. */
  leaseMs?: number
  /** How many attempts the buyer may have under way, over all processes. */
  atOnce?: number
  /** How much the buyer takes, and when; all, and at all times, unless it is said. */
  limits?: Limits
  /** What the buyer is to pay, as far as it is known. */
  cents?: number
  /** To how many buyers the lead may be sold at most if this one gets it; to all unless it is said. */
  shares?: number
  /** The buyers who are asked before this one. */
  before?: string[]
  /** Why the buyer does not want the lead that was looked at, by its entry; null when it does. A newer lead is looked at anew. */
  judged?: { lead: number | null; unwanted: string | null }
}

/** How much a buyer takes, and when. */
export interface Limits {
  zone: string
  caps: readonly { per: 'hour' | 'day' | 'month'; leads?: number; cents?: number }[]
  /** Null: at all times. */
  hours: readonly Opening[] | null
  isPaused: boolean
  /** How long in all a lead waits. */
  waitMs: Readonly<Record<Exclude<HeldReason, 'unwanted' | 'taken'>, number>>
}

/** One of a session's deliveries, as it stands now. */
export interface SessionDelivery {
  offer: string
  buyer: string
  state: DeliveryState
  isUnderWay: boolean
  /** The page that the buyer sends the visitor to. */
  redirect_url: string | null
  payload: Record<string, string>
}

/** What an attempt came to. `due_at`: when the next one is due, for the state 'due' alone. */
export interface AttemptEnd {
  state: Exclude<DeliveryState, 'suppressed'>
  message: string
  at: number
  due_at: number | null
  /** Whether the buyer may have bought the lead, though it was not heard to: the lead keeps its place there. */
  isUnsure?: boolean
  /** The page that the buyer sends the visitor of an accepted lead to. */
  redirect_url?: string
  /** For an accepted lead that the buyer pays for; written to the ledger in the same transaction. */
  sale?: { external_id: string; cents: number; pixelEvents?: NewPixelEvent[] }
}

/** Who must not be sold: one session, and every lead with one of these phone numbers or email addresses. */
export interface OptOut {
  session_uuid: string | null
  phone: string | null
  email: string | null
  /** How it was asked for: 'gpc', 'do_not_sell', ... */
  source: string
  at: number
}

export type NewPrivacyRequest = Omit<PrivacyRequest, 'request' | 'answered_at' | 'answer'>

/** The last instant, exclusive, of what is no longer kept, by class of data. */
export interface Expiry {
  /** What identifies a visitor who never became a lead. */
  sessions: number
  /** Leads and what identifies those whom they are about. */
  leads: number
  privacyRequests: number
}

export interface NewVersion {
  path: string
  flow: Flow
  /** The site's stylesheet. */
  style: string
  /** The compiled validators: an ES module's text. */
  validators: string
  /** The site's icons by file name, base64, and with them the other files that the flow names: logo, fonts, pictures, documents. */
  icons: Record<string, string>
  at: number
  /** What it was made of, where that is known. */
  source?: Source
}

/** A flow version; once published it never changes but for its dates. */
export interface Version extends Omit<NewVersion, 'source'> {
  version: number
  /** When it last went live. */
  activated_at: number
  /** When it last ceased to be live; null while it is. */
  deactivated_at: number | null
}

/** The versions that shared a path from `at` until its next split. */
export interface Split {
  at: number
  shares: Share[]
}

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

export interface OperatorRecord {
  name: string
  role: OperatorRole
  password_hash: string
  /** When the account was made, or given its present password. */
  since: number
  revoked_at: number | null
}

/** Writes that were kept together, or not at all. */
export interface Commit {
  writes: number
  /** How long it took until they were on the disk, once they were written; 0 when they were not. */
  commitMs: number
  /** Why none of them was kept, when it is not for their own sake. */
  trouble: Trouble | null
}

/** Why a store that was fine when it was opened keeps nothing. What was acknowledged before is kept; what is refused now
 *  was not. */
export interface Trouble {
  name: 'full' | 'failing' | 'read-only' | 'damaged' | 'replaced' | 'held' | 'out of reach'
  /** What is wrong and what helps, for who runs the server. */
  sentence: string
  /** Set where it lasts until the server is started anew: nothing is acknowledged any more, whatever the disk takes. */
  isFinal?: true
}

/** What is on its way at one instant, and how much room it takes. */
export interface Load {
  /** Writes that are not answered yet. */
  writes: number
  /** Deliveries that wait for an attempt, that are being attempted, and that were given up. */
  deliveries: { due: number; underWay: number; dead: number }
  /** Reports that are not in the ledger: those that wait for their sale, and those that contradict it. */
  unbooked: { waiting: number; conflict: number }
  /** Emails that wait to be sent, and those that were not: refused by the mail server, or given up. */
  mails: { due: number; refused: number; dead: number }
  /** Events that vendors of advertisements are to be told, and those that they refused or that were given up. */
  pixelEvents: { due: number; refused: number; dead: number }
  webhookMessages: { due: number; dead: number }
  /** When the oldest lead that is due fell due; null when none is. */
  oldestLeadAt: number | null
  /** Of the database itself, of its log of writes, and what is free on their disk; null where it cannot be known from here. */
  bytes: { database: number; log: number | null; free: number | null }
}
