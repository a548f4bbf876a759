import type { Revocation } from '../../../../schemas/kernel/consent.ts'
import type { PrivacyRequest } from '../../../../schemas/kernel/privacy.ts'
import type {
  Expiry,
  NewPrivacyRequest,
  OptOut,
  Person,
  RequestsWanted,
  SearchPlace,
} from './privacyTypes.ts'

/** Requests, opt-outs, and forgetting. Rules for all verbs are at `Store`. */
export interface PrivacyStore {
  /** Logs a request; one to stop sales or calls takes effect in the same transaction. Resolves to its number. */
  privacyRequest(request: NewPrivacyRequest): Promise<number>
  /** False if the request doesn't exist or is answered, or its person is being forgotten. */
  answerPrivacyRequest(request: number, answer: string, at: number): Promise<boolean>
  /** Queues the person of a deletion request to be forgotten. False if the request doesn't exist, is answered, or was queued before. */
  askToForget(request: number, operator: string, at: number): Promise<boolean>
  /** Requests whose person is to be forgotten, in the order they were queued. */
  requestsToForget(): Promise<PrivacyRequest[]>
  /** Answers a request whose person was forgotten. */
  endForgetting(request: number, answer: string, at: number): Promise<boolean>
  /** Newest requests first. */
  privacyRequests(wanted: RequestsWanted): Promise<PrivacyRequest[]>
  /** Sessions, in a part of all rows, that contain this phone number, in any notation, or this email address, in an answer, a lead or a
   *  rejected submission; and the place of the next part, null at the end. `findSessions.ts` reads all parts. */
  sessionsNaming(person: Person, place: SearchPlace): Promise<{ uuids: string[]; next: SearchPlace | null }>
  /** Removes everything from a session that identifies its visitor; counts and sales stay. False if the session is unknown. */
  forgetSession(uuid: string): Promise<boolean>
  /** Sessions that any process erased after `cursor`, and the cursor for the next call. The first cursor is 0. */
  erasedAfter(cursor: number): Promise<{ cursor: number; uuids: string[] }>
  /** Time as of which old data is forgotten: `now`, but at most `stepMs` after the last result of any process. Setting the clock back
   *  changes nothing. */
  retentionInstant(now: number, stepMs: number): Promise<number>
  /** Forgets data past its retention period, at most `limit` sessions at a time and none of `except`. Resolves to the number of sessions
   *  forgotten. */
  expire(before: Expiry, limit: number, except?: readonly string[]): Promise<number>
  /** Sessions that `expire` would forget next. */
  expired(before: Expiry, limit: number, except?: readonly string[]): Promise<string[]>
  /** No delivery of theirs begins after this resolves. */
  optOut(optOut: OptOut): Promise<void>
  /** Stops emails to the recipient that an unsubscribe token represents, and sales of their leads. False if the token isn't ours. */
  unsubscribe(token: string, at: number): Promise<boolean>
  /** Opt-outs that apply to a session, or to anyone with a phone number or an email address among `contactValues`, which are all values
   *  that its visitor typed. */
  optOuts(session_uuid: string, contactValues: readonly string[]): Promise<Revocation[]>
}
