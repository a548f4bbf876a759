import { hash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Two-factor codes: the ones that an app shows, and recovery codes. */

/** A new secret, as base32: 160 random bits, as RFC 4226, section 4, recommends. */
export function newCodeSecret(random: (bytes: number) => Buffer): string {
  return secretOf(random(SECRET_BYTES)).base32
}

const SECRET_BYTES = 20

/** The address from which apps read a secret, usually as a QR code. */
export function codeAddress(secret: string, { issuer, name }: { issuer: string; name: string }): string {
  return new TOTP({ issuer, label: name, secret }).toString()
}

/** The time step of a code; null unless it is the current step or the one before or after, because clocks differ. Source: RFC 6238,
 *  section 5.2. */
export function codeStep(secret: string, code: string, at: number): number | null {
  const delta = new TOTP({ secret }).validate({ token: plain(code), timestamp: at, window: STEPS_BESIDE })
  return delta === null ? null : TOTP.counter({ timestamp: at }) + delta
}

const STEPS_BESIDE = 1

/** The code that an app shows at a time. */
export function codeAt(secret: string, at: number): string {
  return new TOTP({ secret }).generate({ timestamp: at })
}

/** Recovery codes of 120 random bits each, for people who lost their app. With 112 or more, a plain hash may be kept of them.
 *  Source: ASVS 5.0, 6.5.2. */
export function newRecoveryCodes(random: (bytes: number) => Buffer): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    secretOf(random(RECOVERY_BYTES))
      .base32.toLowerCase()
      .replace(/.{4}(?=.)/g, '$&-'),
  )
}

const RECOVERY_CODES = 10
const RECOVERY_BYTES = 15

/** True if a code, however typed, is as long as a recovery code; codes of an app never are. */
export function isRecoveryCode(code: string): boolean {
  return RECOVERY_SIGNS.includes(plain(code).length)
}

/** Lengths in base32, at five bits each. The first is that of codes made before December 2026. */
const RECOVERY_SIGNS = [16, (RECOVERY_BYTES * 8) / 5]

/** Digest of a recovery code, however typed; only this is stored. */
export function recoveryDigest(code: string): string {
  return hash('sha256', plain(code))
}

function plain(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase()
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer })
}
