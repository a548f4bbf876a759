import { hash } from 'node:crypto'
import { Value } from 'typebox/value'
import { RevocationLine } from '../../../schemas/kernel/revocation.ts'
import { LOCAL } from '../../flow/elements/localChecks.ts'
import type { NewRevocation } from '../../store/nouns/revocations/revocationTypes.ts'
import { REVOCATION_REFUSALS as WORDS } from './revocationRefusals.ts'

/** Origin of a report, and the time now. */
export type Reporter = Pick<NewRevocation, 'source' | 'channel' | 'by'> & { now: number }

/** A report as it came, or what is wrong with it. */
type Read = { revocation: NewRevocation } | { field: string; problem: string }

/** Reads a report. One without an ID of its own gets one from its content, so that the same report again changes nothing. */
export function readRevocation(
  { id, phone: number, email: address, lead: leadKey, said = '', said_at, means = '' }: RevocationLine,
  { now, ...reporter }: Reporter,
): Read {
  const [phone, email] = [number?.trim() || null, address?.trim() || null]
  const lead = leadKey ?? null
  if (phone === null && email === null && lead === null) return { field: 'phone', problem: WORDS.unnamed }
  if (phone !== null && !LOCAL.phone.passes(phone)) return { field: 'phone', problem: WORDS.phone }
  if (email !== null && !LOCAL.email.passes(email)) return { field: 'email', problem: WORDS.email }
  const at = said_at === undefined ? now : timeOf(said_at)
  if (Number.isNaN(at) || at > now + SKEW_MS) return { field: 'said_at', problem: WORDS.time }
  const ref = id ?? hash('sha256', JSON.stringify([phone, email, lead, said, said_at ?? null]))
  return { revocation: { ...reporter, ref, means, said, phone, email, lead, said_at: Math.min(at, now) } }
}

/** Clocks of others are off by minutes. */
const SKEW_MS = 5 * 60_000

/** A time with its zone; NaN for anything else. */
function timeOf(text: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : NaN
}

/** Reads a line of a list. */
export function readLine(text: string, reporter: Reporter): Read {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { field: '', problem: WORDS.notJson }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { field: '', problem: WORDS.notObject }
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(RevocationLine.properties, name))
  if (unknown !== undefined) return { field: unknown, problem: WORDS.unknownField(unknown.slice(0, 40)) }
  if (!Value.Check(RevocationLine, value)) {
    const field = Value.Errors(RevocationLine, value)[0]?.instancePath.slice(1) ?? ''
    return { field, problem: WORDS.field(field) }
  }
  return readRevocation(value, reporter)
}
