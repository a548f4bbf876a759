import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { ConfirmMethod } from '../../../schemas/people/confirm.ts'
import { PROBLEM_TYPES } from '../../../schemas/kernel/problemTypes.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { checkCode, secondFactorOf, type CodeDeps } from '../operators/secondFactor.ts'
import { checkPresent } from './presentPassword.ts'

/** Route by which operators confirm their identity again. */
export function confirming(ctx: CodeDeps) {
  return {
    'POST /api/reports/confirm': async ({ body, request }) => {
      if ('present' in body) {
        await checkPresent(ctx, request, body.present)
        return noteConfirmed(ctx, request, 'password')
      }
      const name = request.session.operator ?? ''
      const factor = await secondFactorOf(ctx, name)
      if (!factor) throw refusal(409, REFUSALS.factorOff, { field: 'code' })
      await checkCode(ctx, { name, ip: request.ip, factor, code: body.code, status: 422 })
      return noteConfirmed(ctx, request, 'code')
    },
  } satisfies Partial<Handlers>
}

/** Records that the operator of a session has just confirmed their identity, and how. */
export async function noteConfirmed(
  { store, now }: StoreAndClock,
  { session }: FastifyRequest,
  by: ConfirmMethod,
): Promise<void> {
  session.confirmedAt = now()
  await session.save()
  await store.audit({ at: now(), operator: session.operator ?? '', act: 'confirm', about: by })
}

/** Refuses a session whose operator confirmed their identity longer ago than CONFIRMED_MS, and lists the ways to confirm it again. */
export function recentlyConfirmed(ctx: StoreAndClock): onRequestAsyncHookHandler {
  return async ({ session }) => {
    const at = Math.max(session.confirmedAt ?? 0, session.since ?? 0)
    if (ctx.now() - at < CONFIRMED_MS) return
    const factor = await secondFactorOf(ctx, session.operator ?? '')
    const confirm_by: ConfirmMethod[] = factor ? ['code', 'password'] : ['password']
    throw refusal(403, REFUSALS.confirmFirst, { type: PROBLEM_TYPES.confirm, confirm_by })
  }
}

const CONFIRMED_MS = 15 * 60_000
