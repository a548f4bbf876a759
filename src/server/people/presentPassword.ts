import type { FastifyRequest } from 'fastify'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { LoginDeps } from '../operators/loginSessions.ts'
import { refusal } from '../kernel/problem.ts'
import { loginTries } from '../operators/loginTries.ts'
import { verifyPassword } from '../operators/passwords.ts'

/** Refuses operators who enter a wrong password for their own account, with the same limit on guesses as at login. */
export async function checkPresent(ctx: LoginDeps, request: FastifyRequest, present: string): Promise<void> {
  const name = request.session.operator ?? ''
  const tries = loginTries(ctx, name, request.ip)
  await tries.begin()
  const known = await ctx.store.operator(name)
  const isRight = await verifyPassword(present, known?.password_hash ?? null)
  await tries.end({ isRight, account: name })
  if (!isRight) throw refusal(422, REFUSALS.presentWrong, { field: 'present' })
}
