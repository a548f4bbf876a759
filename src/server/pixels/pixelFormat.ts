import { hash } from 'node:crypto'
import type { PixelMoment } from '../../../schemas/outgoing/pixel.ts'
import { cut } from '../delivery/formats/format.ts'
import type { Answered, Post } from '../kernel/outbound.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'

/** An event with the data that a vendor may receive. */
export interface VendorEvent {
  /** Same from browser and server, and in every attempt. */
  id: string
  /** The vendor's name for the event. */
  name: string
  kind: PixelMoment
  /** ID of the vendor's conversion action, if the flow sets one. */
  action: string | null
  /** UTC epoch ms. */
  at: number
  /** Price of a sale; null for other events. */
  cents: number | null
  /** Address without parameters, because they may reveal more than the vendor asked for. */
  pageUrl: string
  ip: string
  userAgent: string
  /** ID of the visitor, the same in all events of a visit. */
  visit: string
  /** True if the flow asked for consent to this and got it. */
  isConsented: boolean
  /** Contact details that the visitor typed, as far as the flow shares them with the vendor. */
  email: string | null
  phone: string | null
  /** Finds a parameter in the newest click that has it, with the time of that click. */
  clicked: (name: string) => { value: string; at: number } | null
  /** IDs that the vendor's script gave the browser, by cookie name. */
  ids: Readonly<Record<string, string>>
}

/** Result of sending an event to a vendor. `retry`: it may accept it later, or couldn't be reached. */
export type Taken = { kind: 'sent' } | { kind: 'refused' | 'retry'; reason: string }

/** Protocol of a vendor. */
export interface PixelFormat<Access> {
  /** Cookies that hold its script's IDs for the browser. */
  cookies: (account: string) => string[]
  /** Older events aren't sent. */
  maxAgeDays: (access: Access) => number
  /** Request for a token, which is then sent with every post. */
  login?: {
    post: (access: Access) => Request
    read: (answer: Answer) => { token: string; forMs: number } | Taken
  }
  /** Null if the vendor couldn't tell whose event it is. */
  post: (event: VendorEvent, account: string, access: Access, token: string) => Request | null
  /** Interprets an answer. */
  read: (answer: Answer) => Taken
}

/** The request to post. */
export type Request = Pick<Post, 'url' | 'headers' | 'body'>
export type Answer = Exclude<Answered, { failed: string }>

/** Interprets an answer by its status alone. */
export function byStatus({ status, text }: Answer): Taken {
  if (status < 300) return { kind: 'sent' }
  const kind = status >= 400 && status < 500 && status !== 429 ? 'refused' : 'retry'
  return { kind, reason: ATTEMPTS.vendorAnswered(status, cut(text)) }
}

export function sha256(text: string): string {
  return hash('sha256', text)
}

/** Digits with the country code; a number of ten digits is a US one. Null if it can't be dialed. */
export function dialled(phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  if (/^\s*\+/.test(phone)) return /^[1-9]\d{6,14}$/.test(digits) ? digits : null
  const number = /^1?([2-9]\d{9})$/.exec(digits)?.[1]
  return number === undefined ? null : `1${number}`
}

/** Removes missing values, because vendors refuse nulls. */
export function present<T extends Record<string, unknown>>(members: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as Partial<T>
}
