import type { SecondFactor } from '../../store/nouns/operators/operatorTypes.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { LoginDeps } from './loginSessions.ts'
import type { Seal } from '../settings/sealing.ts'
import type { Store } from '../../store/store.ts'
import { refusal } from '../kernel/problem.ts'
import { codeStep, isRecoveryCode, recoveryDigest } from './codes.ts'
import { codeTries } from './loginTries.ts'

/** Two-factor authentication of an account; null if it's off. */
export async function secondFactorOf({ store }: { store: Store }, name: string) {
  const factor = await store.secondFactor(name)
  return factor?.confirmed_at == null ? null : factor
}

export interface CodeDeps extends LoginDeps {
  /** Seals the secrets of two-factor authentication. */
  factorSeal: Seal
}

/** Uses up a code of the app or a recovery code. Throws `status` if it is wrong or already used, and 429 after too many tries of its
 *  kind. */
export async function checkCode(
  ctx: CodeDeps,
  { name, ip, factor, code, status }: CodeTyped & { status: 401 | 422 },
): Promise<void> {
  const isRecovery = isRecoveryCode(code)
  const tries = codeTries(ctx, isRecovery ? 'recovery' : 'app', { name, ip })
  await tries.begin()
  const secret = isRecovery ? null : ctx.factorSeal.open(factor.sealed, name)
  const step = secret === null ? null : codeStep(secret, code, ctx.now())
  const isRight = isRecovery
    ? await ctx.store.useRecoveryCode(name, recoveryDigest(code))
    : step !== null && (await ctx.store.useCode(name, factor.sealed, step))
  await tries.end({ isRight, account: name })
  const isSealed = !isRecovery && secret === null
  if (!isRight)
    throw refusal(status, isSealed ? REFUSALS.factorSealed : REFUSALS.codeWrong, { field: 'code' })
  if (isRecovery)
    await ctx.store.audit({ at: ctx.now(), operator: name, act: 'use_recovery_code', about: '' })
}

interface CodeTyped {
  /** Name of the account. */
  name: string
  ip: string
  factor: SecondFactor
  code: string
}
