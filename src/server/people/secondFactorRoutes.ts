import type { FastifyRequest } from 'fastify'
import type { AuditEntry } from '../../../schemas/people/operator.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { Random } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { codeAddress, codeStep, newCodeSecret, newRecoveryCodes, recoveryDigest } from '../operators/codes.ts'
import { isFactorRequired } from '../operators/factorRequired.ts'
import { loginKey } from '../operators/loginSessions.ts'
import { codeTries } from '../operators/loginTries.ts'
import { checkCode, secondFactorOf, type CodeDeps } from '../operators/secondFactor.ts'
import { checkPresent } from './presentPassword.ts'
import { changedFactor } from './accessWords.ts'
import { qrCode } from './qrCode.ts'

/** Routes for two-factor authentication: operators manage their own, and admins everyone's. */
export function secondFactor(ctx: CodeDeps & { random: Random }) {
  const { store, settings, factorSeal, now, random } = ctx
  const nameOf = ({ session }: FastifyRequest) => session.operator ?? ''
  const note = (request: FastifyRequest, act: AuditEntry['act'], isOn: boolean, about = '') =>
    store.audit({ at: now(), operator: nameOf(request), act, about }, changedFactor(isOn))

  return {
    'GET /api/reports/account/second-factor': async ({ request }) => {
      const factor = await secondFactorOf(ctx, nameOf(request))
      return {
        on_since: factor?.confirmed_at ?? null,
        codes_left: factor?.codes_left ?? 0,
        is_required: isFactorRequired(settings, request.session.role),
      }
    },

    'POST /api/reports/account/second-factor/begin': async ({ body: { present }, request }) => {
      await checkPresent(ctx, request, present)
      const name = nameOf(request)
      const secret = newCodeSecret(random)
      if (!(await store.beginSecondFactor(name, factorSeal.seal(secret, name), now())))
        throw refusal(409, REFUSALS.factorOn)
      const address = codeAddress(secret, { issuer: settings.productName, name })
      return { secret, address, qr: qrCode(address) }
    },

    'POST /api/reports/account/second-factor/confirm': async ({ body: { code }, request }) => {
      const name = nameOf(request)
      const factor = await store.secondFactor(name)
      const secret = factor && factor.confirmed_at === null ? factorSeal.open(factor.sealed, name) : null
      if (!factor || secret === null) throw refusal(409, REFUSALS.factorNotBegun)
      const tries = codeTries(ctx, 'app', { name, ip: request.ip })
      await tries.begin()
      const step = codeStep(secret, code, now())
      await tries.end({ isRight: step !== null, account: name })
      if (step === null) throw refusal(422, REFUSALS.codeWrong, { field: 'code' })
      const recovery_codes = newRecoveryCodes(random)
      const confirmed = { sealed: factor.sealed, step, at: now(), codes: recovery_codes.map(recoveryDigest) }
      const kept = loginKey(request.session.sessionId)
      if (!(await store.confirmSecondFactor(name, { ...confirmed, kept })))
        throw refusal(409, REFUSALS.factorNotBegun)
      await keepInSession(request, true)
      await note(request, 'turn_on_code', true)
      return { recovery_codes }
    },

    'POST /api/reports/account/second-factor/off': async ({ body: { present, code }, request }) => {
      if (isFactorRequired(settings, request.session.role)) throw refusal(409, REFUSALS.factorRequired)
      await checkPresent(ctx, request, present)
      const name = nameOf(request)
      const factor = await secondFactorOf(ctx, name)
      if (!factor) throw refusal(409, REFUSALS.factorOff)
      await checkCode(ctx, { name, ip: request.ip, factor, code, status: 422 })
      await store.dropSecondFactor(name, loginKey(request.session.sessionId))
      await keepInSession(request, false)
      await note(request, 'turn_off_code', false)
    },

    'POST /api/reports/people/second-factor/reset': async ({ body: { name }, request }) => {
      if (!(await store.dropSecondFactor(name, '')))
        throw refusal(404, REFUSALS.noFactor(name), { field: 'name' })
      await note(request, 'reset_code', false, name)
    },
  } satisfies Partial<Handlers>
}

async function keepInSession({ session }: FastifyRequest, isOn: boolean): Promise<void> {
  session.secondFactor = isOn
  await session.save()
}
