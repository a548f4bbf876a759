import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { NoticeAttempt } from '../../store/nouns/revocations/revocationTypes.ts'
import { phoneDigits } from '../../store/nouns/privacy/person.ts'
import { isLoopback } from '../kernel/addresses.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import type { Post } from '../kernel/outbound.ts'

/** Calls by which buyers' systems are notified that a person doesn't want to be contacted anymore. */

type Target = NonNullable<Buyer['revocations']>

/** Result of a call. `taken`: the buyer confirmed it. */
interface Answer {
  kind: 'taken' | 'refused' | 'retry'
  reason: string
}

interface NoticeCall {
  /** Null if the buyer's system can't take this person, because it needs a phone number. */
  request: (notice: NoticeAttempt, target: Target) => Omit<Post, 'timeoutMs' | 'local'> | null
  read: (status: number, text: string) => Answer
}

const JSON_TYPE = { 'content-type': 'application/json' }

const json: NoticeCall = {
  request: (
    { notice, attempt: _attempt, buyer: _buyer, said_at, at, deadline, key: lead, ...person },
    { url = '', key },
  ) => ({
    url,
    headers: {
      ...JSON_TYPE,
      'idempotency-key': `revocation-${lead}-${notice}`,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      type: 'revocation.created',
      lead,
      ...person,
      said_at: iso(said_at),
      received_at: iso(at),
      deadline: iso(deadline),
    }),
  }),
  read: byStatus,
}

/** Source: help.convoso.com, "DNC insert". Code 6008: the number is already on the list. */
const convoso: NoticeCall = {
  request: ({ phone }, { url = 'https://api.convoso.com/v1/dnc/insert', key = '', list = '0' }) => {
    if (phone === null) return null
    const query = new URLSearchParams({
      auth_token: key,
      phone_number: phoneDigits(phone),
      phone_code: '1',
      campaign_id: list,
    })
    return { url: `${url}?${query}`, headers: {}, body: '' }
  },
  read: (status, text) => {
    const answer = byStatus(status)
    if (answer.kind !== 'taken') return answer
    const { success, code } = objectIn(text)
    if (success === true || Number(code) === 6008) return answer
    return { kind: 'refused', reason: ATTEMPTS.answeredWith(status, JSON.stringify(code ?? null)) }
  },
}

/** Source: activeprospect/leadconduit-integration-suppressionlist. */
const suppressionlist: NoticeCall = {
  request: ({ phone, email }, { url = 'https://app.suppressionlist.com', key = '', list = '' }) => ({
    url: `${url.replace(/\/$/, '')}/lists/${list}/items`,
    headers: { ...JSON_TYPE, authorization: `Basic ${Buffer.from(`X:${key}`).toString('base64')}` },
    body: JSON.stringify({ values: [phone && phoneDigits(phone), email].filter(Boolean) }),
  }),
  read: (status, text) => {
    const answer = byStatus(status)
    if (answer.kind !== 'taken') return answer
    const { rejected } = objectIn(text)
    if (rejected === undefined || Number(rejected) === 0) return answer
    return { kind: 'refused', reason: ATTEMPTS.answeredWith(status, `${JSON.stringify(rejected)} rejected`) }
  },
}

export const NOTICE_CALLS: Record<NonNullable<Target['call']>, NoticeCall> = {
  json,
  convoso,
  suppressionlist,
}

/** True if a buyer's own system is called. */
export function isCalled({ revocations }: Buyer): boolean {
  const { url, call = 'json' } = revocations ?? {}
  return revocations !== undefined && (url !== undefined || call !== 'json')
}

/** Email addresses at which a buyer is notified. */
export function noticeAddresses({ revocations, format, url, copies }: Buyer): readonly string[] {
  if (revocations?.to) return revocations.to
  return format === 'email' ? [decodeURIComponent(url.replace(/^mailto:/, ''))] : (copies?.to ?? [])
}

/** True if a notice may go to an address on this machine. */
export const isLocalCall = ({ local = false }: Buyer, url: string) => local && isLoopback(url)

/** A buyer that is away, busy, or has changed its login takes it later. Any other refusal is for good. */
function byStatus(status: number): Answer {
  const reason = ATTEMPTS.answered(status)
  if (status >= 200 && status < 300) return { kind: 'taken', reason }
  const isPassing = status >= 500 || [401, 403, 408, 425, 429].includes(status) || status < 400
  return { kind: isPassing ? 'retry' : 'refused', reason }
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const iso = (at: number) => new Date(at).toISOString()
