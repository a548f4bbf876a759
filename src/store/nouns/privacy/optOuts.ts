import type { Revocation } from '../../../../schemas/kernel/consent.ts'
import type { OptOut } from './privacyTypes.ts'
import { knownSecret, secret } from '../../kernel/secrets.ts'
import { command, integer, one, query, run, text, type Rule } from '../../kernel/statement.ts'
import { optOutKeys, optOutKeysOf } from './person.ts'
import { ofAll } from '../../kernel/writeScopes.ts'

/** No delivery of theirs begins after this resolves. */
export function* optOut({ source, at, ...who }: OptOut): Rule<void> {
  for (const { key } of optOutKeys(yield* secret('opt-out'), who)) yield* run(optOutSql.add, key, source, at)
}

/** True if the session, or anyone with one of these phone numbers or email addresses, must not be sold. */
export function* hasOptedOut(session_uuid: string, contactValues: readonly string[]): Rule<boolean> {
  return yield* isAny(optOutKeysOf(yield* secret('opt-out'), session_uuid, contactValues))
}

/** True if nothing may be mailed to an address. */
export function* hasUnsubscribed(email: string): Rule<boolean> {
  return yield* isAny(optOutKeys(yield* secret('opt-out'), { session_uuid: null, phone: null, email }))
}

function* isAny(keys: readonly { key: string }[]): Rule<boolean> {
  return (yield* one(optOutSql.any, JSON.stringify(keys.map(({ key }) => key)))) !== null
}

/** Opt-outs that apply to a session, or to anyone with a phone number or an email address among `contactValues`, which are all values that
 *  its visitor typed. */
function* optOuts(session_uuid: string, contactValues: readonly string[]): Rule<Revocation[]> {
  const secret = yield* knownSecret('opt-out')
  if (secret === null) return []
  const revocations: Revocation[] = []
  for (const { kind, key } of optOutKeysOf(secret, session_uuid, contactValues)) {
    const found = yield* one(optOutSql.of, key)
    if (found) revocations.push({ of: kind, ...found })
  }
  return revocations
}

export const optOutSql = {
  add: command('INSERT INTO opt_outs (who, source, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'),
  any: query(({ textsIn }) => `SELECT at FROM opt_outs WHERE who IN ${textsIn('$1')} LIMIT 1`, {
    at: integer,
  }),
  of: query('SELECT source, at FROM opt_outs WHERE who = $1', { source: text, at: integer }),
}

export const optOutNoun = {
  writes: ofAll({ optOut }),
  reads: { optOuts },
  sql: optOutSql,
}
