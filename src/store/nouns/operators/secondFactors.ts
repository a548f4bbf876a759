import { all, one, run, type Rule } from '../../kernel/statement.ts'
import { operatorSql } from './accounts.ts'
import type { SecondFactor } from './operatorTypes.ts'
import { factorSql } from './secondFactorSql.ts'

/** Two-factor authentication of accounts. An app's code is identified by its time step, and used once; a recovery code by its SHA-256. */

export function* secondFactor(name: string): Rule<SecondFactor | null> {
  const factor = yield* one(factorSql.factor, name)
  return factor && { ...factor, codes_left: (yield* all(factorSql.codes, name)).length }
}

/** False if it is already on. An earlier pending one ends. */
export function* beginSecondFactor(name: string, sealed: string, at: number): Rule<boolean> {
  return (yield* run(factorSql.begin, name, sealed, at)) === 1
}

/** Turns on pending two-factor authentication; ends all logins of the account except the one with the ID `kept`. False if it is no
 *  longer pending. */
export function* confirmSecondFactor(
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

/** Uses up a code, even if it is entered twice at the same moment. False for a code of this or an earlier step that was used. */
export function* useCode(name: string, sealed: string, step: number): Rule<boolean> {
  return (yield* run(factorSql.useStep, name, sealed, step)) === 1
}

export function* useRecoveryCode(name: string, hash: string): Rule<boolean> {
  return (yield* run(factorSql.useCode, name, hash)) === 1
}

/** Ends all logins of the account except the one with the ID `kept`. False if it wasn't on. */
export function* dropSecondFactor(name: string, kept: string): Rule<boolean> {
  const isOn = (yield* one(factorSql.factor, name))?.confirmed_at != null
  yield* run(factorSql.drop, name)
  yield* run(factorSql.dropCodes, name)
  if (isOn) yield* run(operatorSql.dropLoginsOf, name, kept)
  return isOn
}
