import type { ConsentRecord } from '../../../../schemas/kernel/consent.ts'
import type { Language } from '../../../../schemas/flow/flow.ts'
import type { TrackingId } from '../../../../schemas/kernel/session.ts'
import type { NewLinkMail } from '../mails/mailTypes.ts'
import type { Carried } from '../steps/carried.ts'
import type {
  GoOnLink,
  Handover,
  NewArrival,
  NewHandover,
  NewSession,
  Quarantined,
  SessionEvent,
  SessionOutcome,
  SessionRecord,
  StepRecord,
  TakeOver,
} from './sessionTypes.ts'

/** Sessions and their records. Rules for all verbs are at `Store`. */
export interface SessionStore {
  openSession(session: NewSession): Promise<void>
  /** Records another click that brought a session's visitor. It is a page visit, and later events count for it. The known Everflow click
   *  ID isn't its own, so it is dropped. False if this arrival was known. */
  arrive(uuid: string, arrival: NewArrival): Promise<boolean>
  session(uuid: string): Promise<SessionRecord | null>
  /** Changes the language in which the visitor reads the site. */
  setLanguage(uuid: string, language: Language): Promise<void>
  /** Counts this many of the sessions that are older than the totals by hour; until all are counted, reports read raw rows instead.
   *  Resolves to the number it found, which is below `limit` when none is left. */
  countEarlierSessions(limit: number): Promise<number>
  /** Records which answers a check called unknown, as keyed hashes; see doubts.ts. */
  noteDoubts(uuid: string, doubts: readonly string[]): Promise<void>
  /** Results of a session, in order of time; empty if the session is unknown. */
  outcomes(uuid: string): Promise<SessionOutcome[]>
  /** False if the ID was known, or if the session doesn't have the `judgedAfter` submissions that the step was judged by; then nothing
   *  was saved or counted again. Rejects if the session doesn't exist. Data carried by the step is saved in the same transaction: its
   *  consents, the events it proves, an opt-out, and a lead with its deliveries. A buyer gets one lead per session and offer; one that
   *  falls due again replaces those not attempted yet. */
  appendStep(uuid: string, step: StepRecord, carried?: Carried): Promise<boolean>
  /** Consents of a session in the order in which they were given; empty if the session is unknown. */
  consents(uuid: string): Promise<ConsentRecord[]>
  /** False if it was already tracked. */
  track(uuid: string, event: SessionEvent): Promise<boolean>
  patchSession(uuid: string, id: TrackingId, value: string): Promise<void>
  /** False if this link-out's uuid was known. */
  linkOut(link: {
    uuid: string
    session_uuid: string
    offer: string
    step: string
    at: number
  }): Promise<boolean>
  /** Saves an email with a link to continue, which replaces the links sent before. False if the session has already asked for
   *  LINKS_PER_SESSION others; then nothing was saved. */
  askForLink(uuid: string, mail: NewLinkMail, at: number): Promise<boolean>
  /** Saves a link that is about to be sent, and drops those that have expired. False if its visitor has been forgotten. */
  keepLink(link: GoOnLink, now: number): Promise<boolean>
  /** The session that a link still opens. */
  linkedSession(token_hash: string, now: number): Promise<string | null>
  /** Gives another browser a token with which it may continue the session of a link. False if the link no longer opens anything. */
  handOver(handover: NewHandover): Promise<boolean>
  /** Handover that a token belongs to; null if the token is unknown, or is that of the browser that continues its session. */
  handover(token_hash: string): Promise<Handover | null>
  /** Makes the browser with this token continue the session; the one before may take it back. False if the session wasn't handed to the
   *  token. */
  takeOver(taking: TakeOver): Promise<boolean>
  quarantine(item: Quarantined): Promise<void>
  /** Newest first. If there were too many, the oldest of the largest sender are gone. */
  quarantined(limit: number): Promise<Quarantined[]>
  /** Entries of one session, newest first. */
  quarantinedOf(uuid: string): Promise<Quarantined[]>
}
