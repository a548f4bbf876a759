import { hash } from 'node:crypto'
import type { PixelMoment } from '../../../schemas/outgoing/pixel.ts'
import { cut } from '../delivery/formats/format.ts'
import type { Answered, Post } from '../delivery/outbound.ts'
import { ATTEMPTS } from '../../texts/attempts.ts'

/** An event as a vendor may be told of it. */
export interface VendorEvent {
  /** The same from browser and server, and in every attempt. */
  id: string
  /** As the vendor calls it. */
  name: string
  kind: PixelMoment
  /** The id of the vendor's conversion action, where the flow gives one. */
  action: string | null
  /** UTC epoch ms. */
  at: number
  /** What was paid; null but for sales. Dollars. */
  cents: number | null
  /** Without parameters: they may tell more than the vendor asked for. */
  pageUrl: string
  ip: string
  userAgent: string
  /** The visitor's, the same in all events of a visit. */
  visit: string
  /** Whether the flow asked for a consent to this, and got it. */
  isConsented: boolean
  /** What the visitor typed, as far as the flow lets the vendor know. */
  email: string | null
  phone: string | null
  /** A parameter of the newest click that has it, and when that came. */
  clicked: (name: string) => { value: string; at: number } | null
  /** What the vendor's script calls the browser, by the name of its cookie. */
  ids: Readonly<Record<string, string>>
}

/** What a vendor makes of an event. `retry`: it may take it later, or could not be asked. */
export type Taken = { kind: 'sent' } | { kind: 'refused' | 'retry'; reason: string }

/** How a vendor is told. */
export interface PixelFormat<Access> {
  /** The cookies by which its script knows the browser. */
  cookies: (account: string) => string[]
  /** Older events are not told. */
  maxAgeDays: (access: Access) => number
  /** Where a token is asked for, which then goes with every post. */
  login?: {
    post: (access: Access) => Request
    read: (answer: Answer) => { token: string; forMs: number } | Taken
  }
  /** Null when the vendor could not tell whom it is about. */
  post: (event: VendorEvent, account: string, access: Access, token: string) => Request | null
  /** What its answer means. */
  read: (answer: Answer) => Taken
}

/** What is posted. */
export type Request = Pick<Post, 'url' | 'headers' | 'body'>
export type Answer = Exclude<Answered, { failed: string }>

/** What an answer means of which nothing but its status is known. */
export function byStatus({ status, text }: Answer): Taken {
  if (status < 300) return { kind: 'sent' }
  const kind = status >= 400 && status < 500 && status !== 429 ? 'refused' : 'retry'
  return { kind, reason: ATTEMPTS.vendorAnswered(status, cut(text)) }
}

export function sha256(text: string): string {
  return hash('sha256', text)
}

/** Digits with the country code; a number of ten digits is a US one. Null when it is none that can be dialled. */
export function dialled(phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  if (/^\s*\+/.test(phone)) return /^[1-9]\d{6,14}$/.test(digits) ? digits : null
  const number = /^1?([2-9]\d{9})$/.exec(digits)?.[1]
  return number === undefined ? null : `1${number}`
}

/** Without what is not there: vendors refuse a null. */
export function present<T extends Record<string, unknown>>(members: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as Partial<T>
}
