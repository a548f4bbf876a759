import type {
  PrivacyRequest,
  PrivacyRequestKind,
  PrivacyRequestState,
} from '../../../../schemas/kernel/privacy.ts'

/** Opt-outs, requests and forgetting. Times are UTC epoch ms, money integer cents. */

/** Person who must not be sold: one session, and every lead with one of these phone numbers or email addresses. */
export interface OptOut {
  session_uuid: string | null
  phone: string | null
  email: string | null
  /** Source of the opt-out: 'gpc', 'do_not_sell', ... */
  source: string
  at: number
}

export type NewPrivacyRequest = Pick<PrivacyRequest, 'kind' | 'path' | 'manner' | 'email' | 'phone' | 'at'>

/** Filters for requests; an absent one matches any. */
export interface RequestsWanted {
  kind?: PrivacyRequestKind | undefined
  state?: PrivacyRequestState | undefined
  path?: string | undefined
  from?: number | undefined
  /** Inclusive. */
  to?: number | undefined
  /** Number of a request, phone number or email address. */
  search?: string | undefined
  /** Number of the previous page's last request. */
  before?: number | undefined
  limit: number
}

/** Contact details to search sessions for. */
export interface Person {
  phone: string | null
  email: string | null
}

/** Place where a search for a person continues: a table, and a row after which to go on. */
export interface SearchPlace {
  table: 'steps' | 'leads' | 'mails' | 'quarantine'
  after: number
}

/** End time, exclusive, of data that is past its retention period, by class of data. */
export interface Expiry {
  /** Data that identifies visitors who never became leads. */
  sessions: number
  /** Leads, and data that identifies their people. */
  leads: number
  privacyRequests: number
  /** Words and contacts of people who don't want to be contacted anymore. */
  revocations?: number
}
