import type { SecondFactor } from '../../store/operators/operatorTypes.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'
import type { Context } from '../context.ts'
import { refusal } from '../http/problem.ts'
import { codeStep, recoveryDigest } from './codes.ts'
import { codeTries } from './loginTries.ts'

/** The second factor that the login of an account asks for; null where it asks for none. */
export async function secondFactorOf({ store }: Pick<Context, 'store'>, name: string) {
  const factor = await store.secondFactor(name)
  return factor?.confirmed_at == null ? null : factor
}

/** Uses up a code of the app or one to recover with. Throws `status` when it is wrong or was used, 429 after too many. */
export async function checkCode(
  ctx: Context,
  { name, factor, code, status }: { name: string; factor: SecondFactor; code: string; status: 401 | 422 },
): Promise<void> {
  const tries = codeTries(ctx, name)
  await tries.begin()
  const secret = ctx.factorSeal.open(factor.sealed, name)
  const step = secret === null ? null : codeStep(secret, code, ctx.now())
  const isOfApp = step !== null && (await ctx.store.useCode(name, factor.sealed, step))
  const isRecovery = !isOfApp && (await ctx.store.useRecoveryCode(name, recoveryDigest(code)))
  await tries.end({ isRight: isOfApp || isRecovery, known: true })
  if (!isOfApp && !isRecovery)
    throw refusal(status, secret === null ? REFUSALS.factorSealed : REFUSALS.codeWrong, { field: 'code' })
  if (isRecovery)
    await ctx.store.audit({ at: ctx.now(), operator: name, act: 'use_recovery_code', about: '' })
}
