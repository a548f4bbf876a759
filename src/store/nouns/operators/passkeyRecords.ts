import { all, one, run, type Rule } from '../../kernel/statement.ts'
import { operator, operatorSql } from './accounts.ts'
import type { PasskeyRecord } from './operatorTypes.ts'
import { passkeySql } from './proofSql.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Passkeys of accounts. */

/** Saves a passkey. False if the account already has `most` or is revoked, or the ID exists. */
function* addPasskey(
  { id, operator: name, label, public_key, counter, transports, made_at }: Omit<PasskeyRecord, 'used_at'>,
  most: number,
): Rule<boolean> {
  const account = yield* operator(name)
  if (!account || account.revoked_at !== null) return false
  if ((yield* passkeys(name)).length >= most) return false
  const columns = [id, name, label, public_key, counter, JSON.stringify(transports), made_at]
  return (yield* run(passkeySql.add, ...columns)) === 1
}

const passkey = (id: string): Rule<PasskeyRecord | null> => one(passkeySql.passkey, id)

/** Passkeys of an account, oldest first. */
const passkeys = (name: string): Rule<PasskeyRecord[]> => all(passkeySql.passkeys, name)

function* hasPasskeys(): Rule<boolean> {
  return (yield* one(passkeySql.any)) !== null
}

/** Records a signature by its counter. False if the passkey is gone, or its counter was already that high, which suggests a copy. A counter
 *  that doesn't grow belongs to a copy; synchronized passkeys don't count. Source: WebAuthn, 6.1.1. */
function* usePasskey(id: string, counter: number, at: number): Rule<boolean> {
  return (yield* run(passkeySql.use, id, counter, at)) === 1
}

/** Drops a passkey, and ends all logins of the account except the one with the ID `kept`. False if it has no passkey with this ID. */
function* dropPasskey(name: string, id: string, kept: string): Rule<boolean> {
  if ((yield* run(passkeySql.drop, name, id)) === 0) return false
  yield* run(operatorSql.dropLoginsOf, name, kept)
  return true
}

export const passkeyNoun = {
  writes: ofRecords({ addPasskey, usePasskey, dropPasskey }),
  reads: { passkey, passkeys, hasPasskeys },
  sql: passkeySql,
}
