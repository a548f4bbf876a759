import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'

/** Challenges that passkeys sign. They say themselves what they are for and until when, by a signature of ours: whoever asks for one
 *  leaves nothing behind, and only one that was answered rightly is written down. */

type Signing = Pick<Context, 'challengeSecret' | 'now' | 'random'>

/** A new one. `purpose` says what its answer does, and for whom. */
export function newChallenge({ challengeSecret, now, random }: Signing, purpose: string): Buffer {
  const expires = Buffer.alloc(TIME_BYTES)
  expires.writeUIntBE(now() + CHALLENGE_MS, 0, TIME_BYTES)
  const body = Buffer.concat([random(NONCE_BYTES), expires])
  return Buffer.concat([body, signature(challengeSecret, body, purpose)])
}

/** How long somebody has to answer one: browsers ask for a minute, and phones are looked for. */
export const CHALLENGE_MS = 5 * 60_000
const NONCE_BYTES = 16
const TIME_BYTES = 6
const BODY_BYTES = NONCE_BYTES + TIME_BYTES

/** What a challenge that is ours, for this purpose and not too old is used up by; null for every other. */
export function openChallenge(
  { challengeSecret, now }: Omit<Signing, 'random'>,
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
