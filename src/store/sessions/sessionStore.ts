import type { ConsentRecord } from '../../../schemas/consent.ts'
import type { Language } from '../../../schemas/flow.ts'
import type { TrackingId } from '../../../schemas/session.ts'
import type { NewLinkMail } from '../leads/mailTypes.ts'
import type { Carried } from './carried.ts'
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

/** Sessions, and what is recorded of them. What holds for all verbs is said of `Store`. */
export interface SessionStore {
  openSession(session: NewSession): Promise<void>
  /** The visitor of a session came by another click: it is a page visit, and what follows counts for it. The Everflow click
   *  that was known is not its own, and goes. False when this arrival was known. */
  arrive(uuid: string, arrival: NewArrival): Promise<boolean>
  session(uuid: string): Promise<SessionRecord | null>
  /** The visitor reads the site in this language from now on. */
  setLanguage(uuid: string, language: Language): Promise<void>
  /** Counts so many of the sessions that are older than the totals by hour; until all are counted, reports read raw rows instead.
   *  Resolves to how many it found: fewer than `limit` when none is left. */
  countEarlierSessions(limit: number): Promise<number>
  /** Keeps which answers a check called unknown, as keyed hashes: see doubts.ts. */
  noteDoubts(uuid: string, doubts: readonly string[]): Promise<void>
  /** What came of a session, in the order of time; nothing for one that there is not. */
  outcomes(uuid: string): Promise<SessionOutcome[]>
  /** False when the id was known, or when the session has other than the `judgedAfter` submissions that the step was judged by: nothing
   *  was kept or counted again. Rejects when there is no such session. What the step carries is kept in the same transaction: its consents; what it proves; an opt-out; a lead, whose deliveries begin. A buyer gets
   *  one lead of a session and offer: one that falls due again replaces what was not yet attempted. */
  appendStep(uuid: string, step: StepRecord, carried?: Carried): Promise<boolean>
  /** The consents of a session in the order in which they were given; none for one that there is not. */
  consents(uuid: string): Promise<ConsentRecord[]>
  /** False when it had been tracked before. */
  track(uuid: string, event: SessionEvent): Promise<boolean>
  patchSession(uuid: string, id: TrackingId, value: string): Promise<void>
  /** False when this link-out's uuid was known. */
  linkOut(link: {
    uuid: string
    session_uuid: string
    offer: string
    step: string
    at: number
  }): Promise<boolean>
  /** Keeps an email with a link to go on, which takes the place of those that were sent before. False when the session has asked for
   *  LINKS_PER_SESSION others: nothing was kept. */
  askForLink(uuid: string, mail: NewLinkMail, at: number): Promise<boolean>
  /** Keeps a link that is about to be sent, and drops those that have expired. False when its visitor was forgotten since. */
  keepLink(link: GoOnLink, now: number): Promise<boolean>
  /** The session that a link still opens. */
  linkedSession(token_hash: string, now: number): Promise<string | null>
  /** Gives another browser a token by which it may go on with the session of a link. False when the link opens nothing any more. */
  handOver(handover: NewHandover): Promise<boolean>
  /** What a token was handed; null for one of nobody, or of the browser that goes on with its session. */
  handover(token_hash: string): Promise<Handover | null>
  /** The browser that holds this token goes on with the session; the one before may take it back. False when the token was not handed
   *  the session. */
  takeOver(taking: TakeOver): Promise<boolean>
  quarantine(item: Quarantined): Promise<void>
  /** The newest first. Where there were more than are kept, those of whoever has the most are gone. */
  quarantined(limit: number): Promise<Quarantined[]>
  /** Those of one session, the newest first. */
  quarantinedOf(uuid: string): Promise<Quarantined[]>
}
