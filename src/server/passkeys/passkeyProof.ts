import { createHmac } from 'node:crypto'
import type { NewPasskey, PasskeyLogin } from '../../../schemas/people/passkey.ts'
import type { PasskeyRecord } from '../../store/nouns/operators/operatorTypes.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { RelyingParty } from './relyingParty.ts'
import { openChallenge } from './signedChallenge.ts'

export interface ProofDeps extends StoreAndClock {
  challengeSecret: string
}

/** The public key in a browser's response for a new passkey; null if it doesn't answer a challenge for this purpose, or answers one
 *  twice. */
export async function provedPasskey(
  ctx: ProofDeps,
  { id, client_data, attestation }: NewPasskey,
  { party, purpose }: { party: RelyingParty; purpose: string },
): Promise<Pick<PasskeyRecord, 'id' | 'public_key' | 'counter'> | null> {
  const challenge = opened(ctx, purpose)
  const { verifyRegistrationResponse } = await passkeyLibrary()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential(id),
      response: { clientDataJSON: client_data, attestationObject: attestation },
    },
    expectedChallenge: challenge.isOurs,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(unproved)
  if (!registrationInfo || !(await challenge.use())) return null
  const { publicKey, counter, id: credentialId } = registrationInfo.credential
  return { id: credentialId, public_key: Buffer.from(publicKey).toString('base64url'), counter }
}

/** True if a passkey signed a challenge for this purpose after the device verified the person. Each challenge counts once, and copies of
 *  a passkey don't. */
export async function provesLogin(
  ctx: ProofDeps,
  login: PasskeyLogin,
  { passkey, party, purpose }: { passkey: PasskeyRecord; party: RelyingParty; purpose: string },
): Promise<boolean> {
  const { id, public_key, counter, transports } = passkey
  if (login.user_handle !== userHandle(ctx, passkey.operator).toString('base64url')) return false
  const challenge = opened(ctx, purpose)
  const { verifyAuthenticationResponse } = await passkeyLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...credential(id),
      response: {
        clientDataJSON: login.client_data,
        authenticatorData: login.authenticator_data,
        signature: login.signature,
      },
    },
    expectedChallenge: challenge.isOurs,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter, transports },
    requireUserVerification: true,
  }).catch(unproved)
  if (!verified || !(await challenge.use())) return false
  return ctx.store.usePasskey(id, authenticationInfo.newCounter, ctx.now())
}

/** EdDSA, ES256, RS256; Node verifies all of them, and every authenticator supports at least one. Source: IANA, COSE Algorithms. */
export const ALGORITHMS = [-8, -7, -257]

/** Account ID for authenticators, which doesn't reveal the name. Source: WebAuthn, section 14.6.1. */
export function userHandle({ challengeSecret }: { challengeSecret: string }, name: string): Buffer {
  return createHmac('sha256', challengeSecret).update(`user ${name}`).digest()
}

const credential = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
})

/** Stands in for the library's result, because the library throws on anything wrong. */
function unproved(): { verified: false; registrationInfo?: never; authenticationInfo?: never } {
  return { verified: false }
}

function opened(ctx: ProofDeps, purpose: string) {
  let found: ReturnType<typeof openChallenge> = null
  return {
    isOurs: (challenge: string) => (found = openChallenge(ctx, challenge, purpose)) !== null,
    use: async () => found !== null && ctx.store.useChallenge(found.hash, found.expiresAt, ctx.now()),
  }
}

/** The library, loaded for the first passkey: loading it takes a tenth of a server's start. */
export function passkeyLibrary() {
  return import('@simplewebauthn/server')
}
