import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Random } from '../kernel/ports.ts'

/** Challenges that passkeys sign. Each states, under our signature, its purpose and how long it is valid. So asking for one stores
 *  nothing; only correctly answered ones are recorded. */

export interface ChallengeDeps {
  /** Signs the challenges. */
  challengeSecret: string
  now: () => number
  random: Random
}

/** Makes a challenge. `purpose` states what its answer does, and for whom. */
export function newChallenge({ challengeSecret, now, random }: ChallengeDeps, purpose: string): Buffer {
  const expires = Buffer.alloc(TIME_BYTES)
  expires.writeUIntBE(now() + CHALLENGE_MS, 0, TIME_BYTES)
  const body = Buffer.concat([random(NONCE_BYTES), expires])
  return Buffer.concat([body, signature(challengeSecret, body, purpose)])
}

/** Time limit for an answer. Browsers allow a minute, and people look for their phones. */
export const CHALLENGE_MS = 5 * 60_000
const NONCE_BYTES = 16
const TIME_BYTES = 6
const BODY_BYTES = NONCE_BYTES + TIME_BYTES

/** Key and expiry for using up a challenge that is ours, for this purpose and not too old; null for any other. */
export function openChallenge(
  { challengeSecret, now }: Omit<ChallengeDeps, 'random'>,
  challenge: string,
  purpose: string,
): { hash: string; expiresAt: number } | null {
  const bytes = Buffer.from(challenge, 'base64url')
  const body = bytes.subarray(0, BODY_BYTES)
  const expected = signature(challengeSecret, body, purpose)
  const given = bytes.subarray(BODY_BYTES)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const expiresAt = body.readUIntBE(NONCE_BYTES, TIME_BYTES)
  return expiresAt <= now() ? null : { hash: hash('sha256', bytes), expiresAt }
}

function signature(secret: string, body: Buffer, purpose: string): Buffer {
  return createHmac('sha256', secret).update(body).update(purpose).digest()
}
