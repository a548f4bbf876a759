import { all, one, run, type Rule } from '../../kernel/statement.ts'
import { operatorSql } from './accounts.ts'
import type { SecondFactor } from './operatorTypes.ts'
import { factorSql } from './secondFactorSql.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Two-factor authentication of accounts. An app's code is identified by its time step, and used once; a recovery code by its SHA-256. */

/** Null if none was begun. */
function* secondFactor(name: string): Rule<SecondFactor | null> {
  const factor = yield* one(factorSql.factor, name)
  return factor && { ...factor, codes_left: (yield* all(factorSql.codes, name)).length }
}

/** Saves the secret of two-factor authentication that is yet to be confirmed; an earlier pending one ends. False if it is already on. */
function* beginSecondFactor(name: string, sealed: string, at: number): Rule<boolean> {
  return (yield* run(factorSql.begin, name, sealed, at)) === 1
}

/** Turns on pending two-factor authentication, with the SHA-256 of its recovery codes; ends all logins of the account except the one with
 *  the ID `kept`. False if it is no longer pending. */
function* confirmSecondFactor(
  name: string,
  {
    sealed,
    step,
    at,
    codes,
    kept,
  }: { sealed: string; step: number; at: number; codes: string[]; kept: string },
): Rule<boolean> {
  if ((yield* run(factorSql.confirm, name, sealed, step, at)) === 0) return false
  yield* run(factorSql.dropCodes, name)
  for (const code of codes) yield* run(factorSql.addCode, name, code)
  yield* run(operatorSql.dropLoginsOf, name, kept)
  return true
}

/** Uses up the code of a time step. False if it or a later one was used before. */
function* useCode(name: string, sealed: string, step: number): Rule<boolean> {
  return (yield* run(factorSql.useStep, name, sealed, step)) === 1
}

/** Uses up a recovery code, by its SHA-256. False if there is none. */
function* useRecoveryCode(name: string, hash: string): Rule<boolean> {
  return (yield* run(factorSql.useCode, name, hash)) === 1
}

/** Turns off two-factor authentication; ends all logins of the account except the one with the ID `kept`. False if it wasn't on. */
function* dropSecondFactor(name: string, kept: string): Rule<boolean> {
  const isOn = (yield* one(factorSql.factor, name))?.confirmed_at != null
  yield* run(factorSql.drop, name)
  yield* run(factorSql.dropCodes, name)
  if (isOn) yield* run(operatorSql.dropLoginsOf, name, kept)
  return isOn
}

export const factorNoun = {
  writes: ofRecords({ beginSecondFactor, confirmSecondFactor, useCode, useRecoveryCode, dropSecondFactor }),
  reads: { secondFactor },
  sql: factorSql,
}
