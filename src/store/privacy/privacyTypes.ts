import type { PrivacyRequest } from '../../../schemas/privacy.ts'

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

export type NewPrivacyRequest = Omit<PrivacyRequest, 'request' | 'answered_at' | 'answer'>

/** The last instant, exclusive, of what is no longer kept, by class of data. */
export interface Expiry {
  /** What identifies a visitor who never became a lead. */
  sessions: number
  /** Leads and what identifies those whom they are about. */
  leads: number
  privacyRequests: number
}
