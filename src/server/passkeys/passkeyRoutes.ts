import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { PASSKEY_REFUSALS } from './passkeyRefusals.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { isSafe, needs } from '../operators/loginRoutes.ts'
import { loginKey, type LoginDeps } from '../operators/loginSessions.ts'
import { openLogin } from '../operators/openLogin.ts'
import { ALGORITHMS, passkeyLibrary, provedPasskey, provesLogin, userHandle } from './passkeyProof.ts'
import { relyingParty, type RelyingParty } from './relyingParty.ts'
import { CHALLENGE_MS, newChallenge, type ChallengeDeps } from './signedChallenge.ts'

/** Routes for operators to manage their passkeys and log in with one. */
export function passkeys(ctx: PasskeyDeps) {
  return { ...ownPasskeys(ctx), ...passkeyLogin(ctx) }
}

type PasskeyDeps = LoginDeps & ChallengeDeps

function partyOf(ctx: PasskeyDeps, request: FastifyRequest): RelyingParty {
  const party = relyingParty(ctx, request)
  if (!party) throw refusal(409, PASSKEY_REFUSALS.noOrigin)
  return party
}

function ownPasskeys(ctx: PasskeyDeps) {
  const { store, settings, now } = ctx
  const nameOf = ({ session }: FastifyRequest) => session.operator ?? ''
  /** Purpose that ties a challenge to the login that asked for it. */
  const adding = ({ session }: FastifyRequest) => `add a passkey to ${loginKey(session.sessionId)}`
  const checkMayAdd = async (name: string) => {
    if (await store.isOfProvider(name)) throw refusal(409, PASSKEY_REFUSALS.ofProvider(settings.oidcName))
    const known = await store.passkeys(name)
    if (known.length >= MOST) throw refusal(409, PASSKEY_REFUSALS.tooMany(MOST))
    return known
  }

  return {
    'GET /api/reports/account/passkeys': async ({ request }) => ({
      data: (await store.passkeys(nameOf(request))).map(({ id, label, made_at, used_at }) => ({
        id,
        label,
        made_at,
        used_at,
      })),
      origin: relyingParty(ctx, request)?.origin ?? null,
    }),

    'POST /api/reports/account/passkeys/begin': async ({ request }) => {
      const party = partyOf(ctx, request)
      const name = nameOf(request)
      const known = await checkMayAdd(name)
      const { generateRegistrationOptions } = await passkeyLibrary()
      const options = await generateRegistrationOptions({
        rpName: settings.productName,
        rpID: party.id,
        userName: name,
        userDisplayName: name,
        userID: new Uint8Array(userHandle(ctx, name)),
        challenge: new Uint8Array(newChallenge(ctx, adding(request))),
        timeout: CHALLENGE_MS,
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { options: { ...options } }
    },

    'POST /api/reports/account/passkeys': async ({ body, request }) => {
      const party = partyOf(ctx, request)
      const name = nameOf(request)
      await checkMayAdd(name)
      const proved = await provedPasskey(ctx, body, { party, purpose: adding(request) })
      if (!proved) throw refusal(422, PASSKEY_REFUSALS.notProved)
      const { label, transports } = body
      const made_at = now()
      if (!(await store.addPasskey({ ...proved, operator: name, label, transports, made_at }, MOST)))
        throw refusal(409, PASSKEY_REFUSALS.known)
      await store.audit({ at: made_at, operator: name, act: 'add_passkey', about: label })
      return { id: proved.id, label, made_at, used_at: null }
    },

    'POST /api/reports/account/passkeys/remove': async ({ body: { id }, request }) => {
      const name = nameOf(request)
      const label = (await store.passkey(id))?.label ?? ''
      if (!(await store.dropPasskey(name, id, loginKey(request.session.sessionId))))
        throw refusal(404, PASSKEY_REFUSALS.unknown, { field: 'id' })
      await store.audit({ at: now(), operator: name, act: 'remove_passkey', about: label })
    },
  } satisfies Partial<Handlers>
}

function passkeyLogin(ctx: PasskeyDeps) {
  const { store, settings, now } = ctx
  return {
    'GET /api/reports/login/ways': async ({ request }) => ({
      passkey_origin: (await store.hasPasskeys()) ? (relyingParty(ctx, request)?.origin ?? null) : null,
      provider: settings.oidcIssuer === null ? null : settings.oidcName,
    }),

    'POST /api/reports/login/passkey/begin': async ({ request }) => {
      const { generateAuthenticationOptions } = await passkeyLibrary()
      const options = await generateAuthenticationOptions({
        rpID: partyOf(ctx, request).id,
        challenge: new Uint8Array(newChallenge(ctx, LOGGING_IN)),
        timeout: CHALLENGE_MS,
        userVerification: 'required',
      })
      return { options: { ...options } }
    },

    'POST /api/reports/login/passkey': async ({ body, request }) => {
      if (!isSafe(request)) throw refusal(403, REFUSALS.loginUnsafe)
      const party = partyOf(ctx, request)
      const passkey = await store.passkey(body.id)
      if (!passkey) throw wrong()
      const name = passkey.operator
      const account = await store.operator(name)
      const isRight = await provesLogin(ctx, body, { passkey, party, purpose: LOGGING_IN })
      if (!account || account.revoked_at !== null || !isRight) {
        await store.audit({ at: now(), operator: name, act: 'passkey_refused', about: passkey.label })
        throw wrong()
      }
      const { role, sites } = account
      const isStill = async () => {
        const [present, itsPasskey] = await Promise.all([store.operator(name), store.passkey(body.id)])
        return itsPasskey !== null && present?.role === role && isDeepStrictEqual(present.sites, sites)
      }
      if (!(await openLogin(ctx, request, { name, role, sites, secondFactor: true, isStill }))) throw wrong()
      await store.audit({ at: now(), operator: name, act: 'login', about: `passkey ${passkey.label}` })
      return { name, role, sites, ...needs(ctx, request) }
    },
  } satisfies Partial<Handlers>
}

/** Limit per account: a phone, a laptop, a security key, and some to spare. */
const MOST = 10

const LOGGING_IN = 'log in'

function wrong() {
  return refusal(401, PASSKEY_REFUSALS.wrong)
}
