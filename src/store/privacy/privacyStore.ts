import type { Revocation } from '../../../schemas/consent.ts'
import type { PrivacyRequest } from '../../../schemas/privacy.ts'
import type {
  Expiry,
  NewPrivacyRequest,
  OptOut,
  Person,
  RequestsWanted,
  SearchPlace,
} from './privacyTypes.ts'

/** Requests, opt-outs, and forgetting. What holds for all verbs is said of `Store`. */
export interface PrivacyStore {
  /** Logs a request; one not to be sold or called takes effect in the same transaction. Resolves to its number. */
  privacyRequest(request: NewPrivacyRequest): Promise<number>
  /** False when there is no such request, it is answered, or its person is being forgotten. */
  answerPrivacyRequest(request: number, answer: string, at: number): Promise<boolean>
  /** From now on the person of a request to delete is to be forgotten. False when there is no such request, it is answered, or
   *  that was asked before. */
  askToForget(request: number, operator: string, at: number): Promise<boolean>
  /** Requests whose person is to be forgotten, the first that was asked first. */
  requestsToForget(): Promise<PrivacyRequest[]>
  /** Answers a request whose person was forgotten. */
  endForgetting(request: number, answer: string, at: number): Promise<boolean>
  /** The newest first. */
  privacyRequests(wanted: RequestsWanted): Promise<PrivacyRequest[]>
  /** Sessions, of a part of all rows, in which this phone number, however written, or this email address was given, in an
   *  answer, a lead or what was set aside; and where the next part begins, null at the end. `findSessions.ts` reads all parts. */
  sessionsNaming(person: Person, place: SearchPlace): Promise<{ uuids: string[]; next: SearchPlace | null }>
  /** Takes out of a session all that tells whose it was; what was counted and sold stays. False when it is unknown. */
  forgetSession(uuid: string): Promise<boolean>
  /** The sessions that any process erased after `cursor`, and the cursor to ask with next. The first is 0. */
  erasedAfter(cursor: number): Promise<{ cursor: number; uuids: string[] }>
  /** The instant as of which what is old is forgotten: `now`, but at most `stepMs` after what this said last, by any
   *  process. A clock that was set back moves nothing. */
  retentionInstant(now: number, stepMs: number): Promise<number>
  /** Forgets what is older than it may be kept, at most `limit` sessions at a time and none of `except`. Resolves to how many it
   *  forgot. */
  expire(before: Expiry, limit: number, except?: readonly string[]): Promise<number>
  /** The sessions that `expire` would forget next. */
  expired(before: Expiry, limit: number, except?: readonly string[]): Promise<string[]>
  /** No delivery of theirs begins after this resolves. */
  optOut(optOut: OptOut): Promise<void>
  /** No email is sent to whom the address of an email for opting out stands for, and they are not sold. False when it is none of
   *  ours. */
  unsubscribe(token: string, at: number): Promise<boolean>
  /** The opt-outs that hold for a session, or for whoever has a phone number or an email address that is among
   *  `contactValues`: all that its visitor typed. */
  optOuts(session_uuid: string, contactValues: readonly string[]): Promise<Revocation[]>
}
