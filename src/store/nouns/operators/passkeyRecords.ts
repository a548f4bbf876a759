import { all, one, run, type Rule } from '../../kernel/statement.ts'
import { operator, operatorSql } from './accounts.ts'
import type { PasskeyRecord } from './operatorTypes.ts'
import { passkeySql } from './proofSql.ts'

/** Passkeys of accounts. */

export function* addPasskey(
  { id, operator: name, label, public_key, counter, transports, made_at }: Omit<PasskeyRecord, 'used_at'>,
  most: number,
): Rule<boolean> {
  const account = yield* operator(name)
  if (!account || account.revoked_at !== null) return false
  if ((yield* passkeys(name)).length >= most) return false
  const columns = [id, name, label, public_key, counter, JSON.stringify(transports), made_at]
  return (yield* run(passkeySql.add, ...columns)) === 1
}

export const passkey = (id: string): Rule<PasskeyRecord | null> => one(passkeySql.passkey, id)

export const passkeys = (name: string): Rule<PasskeyRecord[]> => all(passkeySql.passkeys, name)

export function* hasPasskeys(): Rule<boolean> {
  return (yield* one(passkeySql.any)) !== null
}

/** A counter that doesn't grow belongs to a copy; synchronized passkeys don't count. Source: WebAuthn, 6.1.1. */
export function* usePasskey(id: string, counter: number, at: number): Rule<boolean> {
  return (yield* run(passkeySql.use, id, counter, at)) === 1
}

export function* dropPasskey(name: string, id: string, kept: string): Rule<boolean> {
  if ((yield* run(passkeySql.drop, name, id)) === 0) return false
  yield* run(operatorSql.dropLoginsOf, name, kept)
  return true
}
