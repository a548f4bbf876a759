import { all, one, run, type Rule } from '../statement.ts'
import { operatorSql } from './accounts.ts'
import type { SecondFactor } from './operatorTypes.ts'
import { factorSql } from './secondFactorSql.ts'

/** Second factors of accounts. A code that an app shows is known by its time step, and used once; a recovery code by its SHA-256. */

export function* secondFactor(name: string): Rule<SecondFactor | null> {
  const factor = yield* one(factorSql.factor, name)
  return factor && { ...factor, codes_left: (yield* all(factorSql.codes, name)).length }
}

/** False where one is confirmed already. One that waited to be confirmed ends. */
export function* beginSecondFactor(name: string, sealed: string, at: number): Rule<boolean> {
  return (yield* run(factorSql.begin, name, sealed, at)) === 1
}

/** Turns on the one that waits; all logins of the account end but that of the id `kept`. False where it waits no longer. */
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

/** Once, whoever gives it at the same moment: false for a code of this or an earlier step. */
export function* useCode(name: string, sealed: string, step: number): Rule<boolean> {
  return (yield* run(factorSql.useStep, name, sealed, step)) === 1
}

export function* useRecoveryCode(name: string, hash: string): Rule<boolean> {
  return (yield* run(factorSql.useCode, name, hash)) === 1
}

/** All logins of the account end but that of the id `kept`. False where none was turned on. */
export function* dropSecondFactor(name: string, kept: string): Rule<boolean> {
  const isOn = (yield* one(factorSql.factor, name))?.confirmed_at != null
  yield* run(factorSql.drop, name)
  yield* run(factorSql.dropCodes, name)
  if (isOn) yield* run(operatorSql.dropLoginsOf, name, kept)
  return isOn
}
