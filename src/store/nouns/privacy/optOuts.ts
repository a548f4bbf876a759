import type { Revocation } from '../../../../schemas/kernel/consent.ts'
import type { OptOut } from './privacyTypes.ts'
import { knownSecret, secret } from '../../kernel/secrets.ts'
import { command, integer, one, query, run, text, type Rule } from '../../kernel/statement.ts'
import { optOutKeys, optOutKeysAt, optOutKeysOf, optOutKeysOfAt } from './person.ts'
import { callAnywayField } from '../../../flow/answers/optOut.ts'
import { ofAll } from '../../kernel/writeScopes.ts'

/** No delivery of theirs begins after this resolves. A request not to be sold replaces a session's Global Privacy Control, which a consent
 *  can set aside. */
export function* optOut({ source, at, ...who }: OptOut): Rule<void> {
  for (const { key } of optOutKeys(yield* secret('opt-out'), who)) yield* run(optOutSql.add, key, source, at)
}

/** No delivery of theirs to this buyer begins after this resolves. */
export function* optOutAt(
  buyer: string,
  { phone, email, source, at }: Pick<OptOut, 'phone' | 'email' | 'source' | 'at'>,
): Rule<void> {
  for (const { key } of optOutKeysAt(yield* secret('opt-out'), buyer, { phone, email }))
    yield* run(optOutSql.add, key, source, at)
}

/** True if the session, or anyone with one of these phone numbers or email addresses, must not be sold. */
export function* hasOptedOut(session_uuid: string, contactValues: readonly string[]): Rule<boolean> {
  return yield* isAny(optOutKeysOf(yield* secret('opt-out'), session_uuid, contactValues))
}

/** True if a lead must not be sold to a buyer. */
export function* isUnsellable(
  lead: LeadOf & { buyer: string },
  contactValues: readonly string[],
): Rule<boolean> {
  const key = yield* secret('opt-out')
  const ofBuyer = optOutKeysOfAt(key, lead.buyer, contactValues)
  const ofAnyone = optOutKeysOf(key, lead.session_uuid, contactValues)
  if (!(yield* isAny([...ofAnyone, ...ofBuyer]))) return false
  return (yield* isAny(ofBuyer)) || (yield* optOutsOfLead(lead, contactValues)).length > 0
}

/** True if nothing may be mailed to an address, because its owner, or anyone with one of these phone numbers or email addresses, opted
 *  out. */
export function* hasUnsubscribed(email: string, contactValues: readonly string[]): Rule<boolean> {
  const keys = optOutKeysOf(yield* secret('opt-out'), '', [email, ...contactValues])
  return yield* isAny(keys)
}

function* isAny(keys: readonly { key: string }[]): Rule<boolean> {
  return (yield* one(optOutSql.any, JSON.stringify(keys.map(({ key }) => key)))) !== null
}

/** Opt-outs that apply to a session, or to anyone with a phone number or an email address among `contactValues`, which are all values that
 *  its visitor typed. */
export function* optOuts(session_uuid: string, contactValues: readonly string[]): Rule<Revocation[]> {
  const secret = yield* knownSecret('opt-out')
  if (secret === null) return []
  const revocations: Revocation[] = []
  for (const { kind, key } of optOutKeysOf(secret, session_uuid, contactValues)) {
    const found = yield* one(optOutSql.of, key)
    if (found) revocations.push({ of: kind, ...found })
  }
  return revocations
}

interface LeadOf {
  session_uuid: string
  offer: string
}

/** Opt-outs that forbid the sale of a lead. The Global Privacy Control of its session does not, if the visitor asked for calls about its
 *  offer anyway; an opt-out by phone number, email address or request always does. */
function* optOutsOfLead(
  { session_uuid, offer }: LeadOf,
  contactValues: readonly string[],
): Rule<Revocation[]> {
  const found = yield* optOuts(session_uuid, contactValues)
  const others = found.filter(({ of, source }) => of !== 'session' || source !== 'gpc')
  if (others.length === found.length) return found
  const consent = yield* one(optOutSql.callAnyway, session_uuid, offer, callAnywayField(offer))
  return consent?.decision === 'agreed' ? others : found
}

export const optOutSql = {
  add: command(
    `INSERT INTO opt_outs (who, source, at) VALUES ($1, $2, $3)
     ON CONFLICT (who) DO UPDATE SET source = excluded.source, at = excluded.at
     WHERE opt_outs.source = 'gpc' AND excluded.source <> 'gpc'`,
  ),
  // The last answer to it counts.
  callAnyway: query(
    `SELECT decision FROM consents
       JOIN steps ON steps.session = consents.session AND steps.id = consents.submission
     WHERE consents.session = (SELECT session FROM sessions WHERE uuid = $1)
       AND offer_key = $2 AND field = $3
     ORDER BY consents.entry DESC LIMIT 1`,
    { decision: text },
  ),
  any: query(({ textsIn }) => `SELECT at FROM opt_outs WHERE who IN ${textsIn('$1')} LIMIT 1`, {
    at: integer,
  }),
  of: query('SELECT source, at FROM opt_outs WHERE who = $1', { source: text, at: integer }),
}

export const optOutNoun = {
  writes: ofAll({ optOut }),
  reads: { optOuts, optOutsOfLead },
  sql: optOutSql,
}
