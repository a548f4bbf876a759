import type {
  NoticeOfRevocation,
  NoticeState,
  RevocationChannel,
} from '../../../../schemas/kernel/revocation.ts'

/** Revocations and the notices about them. Times are UTC epoch ms. */

/** A person's request not to be contacted anymore, as someone reported it. */
export interface NewRevocation {
  /** The buyer that reported it; empty if it came to us. */
  source: string
  /** The reporter's own ID. The same one of a source again changes nothing. */
  ref: string
  channel: RevocationChannel
  /** The operator who added it, or the site or mailbox where it was made. */
  by: string
  /** Way that the person said it, such as text or call; empty if unknown. */
  means: string
  said: string
  phone: string | null
  email: string | null
  /** Our key of a delivery to the source. */
  lead: string | null
  said_at: number
}

/** `taken`: recorded. `known`: recorded before. `conflict`: its ID was used for another person. `unnamed`: it names no person. */
export interface TakenRevocation {
  outcome: 'taken' | 'known' | 'conflict' | 'unnamed'
  /** Number of notices to buyers. */
  notices: number
}

export interface RevocationsWanted {
  /** `open`: a buyer hasn't confirmed it. `late`: one hasn't in time. */
  state?: 'open' | 'late' | 'done' | undefined
  buyer?: string | undefined
  channel?: RevocationChannel | undefined
  from?: number | undefined
  /** Inclusive. */
  to?: number | undefined
  /** Number, phone number or email address. */
  search?: string | undefined
  before?: number | undefined
  now: number
  limit: number
}

/** A notice in flight. `attempt` counts from 1. `key`, `external_id`: our key and the buyer's ID of the lead. */
export interface NoticeAttempt {
  notice: number
  attempt: number
  buyer: string
  key: string
  external_id: string | null
  phone: string | null
  email: string | null
  said: string
  said_at: number
  at: number
  deadline: number
}

export interface NoticeEnd {
  state: NoticeState
  message: string
  due_at: number | null
  /** Set if the buyer confirmed it. */
  acknowledged_at: number | null
}

/** A notice that isn't confirmed, and near or past its deadline. */
export interface LateNotice extends Pick<NoticeOfRevocation, 'notice' | 'buyer' | 'deadline'> {
  revocation: number
}

/** A notice in a file for its buyer. */
export interface ListedNotice {
  entry: number
  revocation: number
  buyer: string
  offer: string
  key: string
  external_id: string | null
  session_uuid: string
  state: NoticeState
  phone: string | null
  email: string | null
  said: string
  said_at: number
  at: number
  deadline: number
  acknowledged_at: number | null
  acknowledged_by: string | null
}
