import type { PrivacyRequest, PrivacyRequestKind, PrivacyRequestState } from '../../../schemas/privacy.ts'

/** Opt-outs, requests and forgetting. Times are UTC epoch ms, money integer cents. */

/** Who must not be sold: one session, and every lead with one of these phone numbers or email addresses. */
export interface OptOut {
  session_uuid: string | null
  phone: string | null
  email: string | null
  /** How it was asked for: 'gpc', 'do_not_sell', ... */
  source: string
  at: number
}

export type NewPrivacyRequest = Pick<PrivacyRequest, 'kind' | 'path' | 'manner' | 'email' | 'phone' | 'at'>

/** Which requests are wanted; what is not said is any. */
export interface RequestsWanted {
  kind?: PrivacyRequestKind | undefined
  state?: PrivacyRequestState | undefined
  path?: string | undefined
  from?: number | undefined
  /** Inclusive. */
  to?: number | undefined
  /** The number of a request, a phone number or an email address. */
  search?: string | undefined
  /** The number of the request before. */
  before?: number | undefined
  limit: number
}

/** By whom sessions are looked for. */
export interface Person {
  phone: string | null
  email: string | null
}

/** Where a search for a person goes on: in which table, after which of its rows. */
export interface SearchPlace {
  table: 'steps' | 'leads' | 'mails' | 'quarantine'
  after: number
}

/** The last instant, exclusive, of what is no longer kept, by class of data. */
export interface Expiry {
  /** What identifies a visitor who never became a lead. */
  sessions: number
  /** Leads and what identifies those whom they are about. */
  leads: number
  privacyRequests: number
}
