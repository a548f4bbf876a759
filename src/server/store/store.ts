import type { AnswerRecord, StepRef } from '../../../schemas/answer.ts'
import type { Flow } from '../../../schemas/flow.ts'
import type {
  BehindName,
  BehindRow,
  ReportName,
  ReportRow,
  SalesBehind,
  VisitorsBehind,
} from '../../../schemas/reports.ts'
import type { Origin, TrackingId } from '../../../schemas/session.ts'

/** Where everything is kept. Each engine is one folder that makes a `Store`; tests/server/store/contract.ts holds for all.
 *
 *  A write resolves only after the transaction that holds it is on disk. Every write is safe to repeat: the same id,
 *  or the same once-per-session mark, is one row and is counted once. Times are UTC epoch ms, money integer cents. */

/** The words by which an event is counted, fixed when its session opens. Missing affiliates and subs are ''. */
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
  /** As the server saw them. */
  ip: string
  user_agent: string
  at: number
}

export interface StepRecord extends StepRef {
  /** Made in the browser; unique within the session. */
  id: string
  answers: AnswerRecord[]
  time_on_step: number
  /** The actions that the server's own core found due. */
  execute_actions: string[]
  page_url: string
  at: number
}

export interface SessionRecord extends NewSession {
  tracking: Partial<Record<TrackingId, string>>
  /** In the order in which they were recorded; a step answered twice stands twice. */
  steps: StepRecord[]
}

export type SessionEvent =
  { kind: 'visit' | 'registration'; at: number } | { kind: 'impression'; offer: string; at: number }

export interface Sale {
  session_uuid: string
  offer: string
  /** Who reports it: a partner's or a buyer's name. Unique together with `external_id` and `returned`. */
  source: string
  external_id: string
  /** Of the sale itself, also when it is returned: the entry is written as its negative. */
  cents: number
  returned: boolean
  at: number
}

export interface NewVersion {
  path: string
  flow: Flow
  /** The site's stylesheet. */
  style: string
  /** The compiled validators: an ES module's text. */
  validators: string
  at: number
}

/** A flow version; once published it never changes but for its dates. */
export interface Version extends NewVersion {
  version: number
  activated_at: number | null
  deactivated_at: number | null
}

export interface Quarantined {
  session_uuid: string | null
  call: string
  reason: string
  /** At most QUARANTINE_BODY_BYTES; the rest is cut. */
  body: string
  at: number
}

export interface OperatorRecord {
  name: string
  password_hash: string
}

/** Written together: either every one of them is kept or none. */
export interface Store {
  /** Keeps a new version and makes it the live one on its path; the one before is deactivated at the same instant.
   *  Resolves to its number. The same path, flow, style and validators as the live version resolve to that version. */
  publish(version: NewVersion): Promise<number>
  version(version: number): Promise<Version | null>
  /** The live version of every path, by path. */
  live(): Promise<{ path: string; version: number }[]>

  openSession(session: NewSession): Promise<void>
  session(uuid: string): Promise<SessionRecord | null>
  /** False when the id was known: nothing was counted again. Rejects when there is no such session. */
  appendStep(uuid: string, step: StepRecord): Promise<boolean>
  /** False when it had been tracked before. */
  track(uuid: string, event: SessionEvent): Promise<boolean>
  patchSession(uuid: string, id: TrackingId, value: string): Promise<void>
  storeLead(uuid: string, lead: Record<string, string>, at: number): Promise<void>
  /** False when this link-out's uuid was known. */
  linkOut(link: {
    uuid: string
    session_uuid: string
    offer: string
    step: string
    at: number
  }): Promise<boolean>
  /** 'new', 'known' (told before), or 'no sale' for the return of a sale never seen. */
  sell(sale: Sale): Promise<'new' | 'known' | 'no sale'>
  quarantine(item: Quarantined): Promise<void>
  /** The newest first; older ones than the store keeps are gone. */
  quarantined(limit: number): Promise<Quarantined[]>

  /** Every path that ever had a version, by name. */
  paths(): Promise<string[]>
  /** `path` is null for the reports of all paths. Both ends inclusive. Rows in a total order. */
  report<N extends ReportName>(
    name: N,
    range: { path: string | null; from: number; to: number },
  ): Promise<ReportRow<N>[]>
  /** One page of what a figure is made of, the newest first. Nothing in it is masked. */
  behind<N extends BehindName>(
    name: N,
    question: { visitors: VisitorsBehind; sales: SalesBehind }[N],
  ): Promise<{ rows: BehindRow<N>[]; next: string | null }>

  /** A secret made once and kept: 32 random bytes, hex. */
  secret(name: string): Promise<string>
  operator(name: string): Promise<OperatorRecord | null>
  operatorCount(): Promise<number>
  saveOperator(operator: OperatorRecord): Promise<void>
  loginSession(id: string): Promise<string | null>
  saveLoginSession(id: string, data: string, expiresAt: number): Promise<void>
  dropLoginSession(id: string): Promise<void>

  /** Resolves when a write would be kept: for /readyz. */
  ready(): Promise<void>
  /** Finishes what is under way, then lets go. */
  close(): Promise<void>
}

export const QUARANTINE_BODY_BYTES = 64 * 1024
