import { Type, type Static } from 'typebox'
import { closed, EpochMs } from '../kernel/shape.ts'

/** Second factor of an account: a code from an app, valid for 30 seconds, by RFC 6238, or a recovery code. */

/** A code, possibly pasted with spaces and hyphens. */
export const Code = Type.String({ minLength: 1, maxLength: 40 })
const Password = Type.String({ maxLength: 1024 })

export const SecondFactorState = closed({
  on_since: Type.Union([EpochMs, Type.Null()], { description: 'Null if two-factor authentication is off.' }),
  codes_left: Type.Integer({ description: 'Unused recovery codes.' }),
  is_required: Type.Boolean({ description: 'Whether this server requires it for everyone.' }),
})
export type SecondFactorState = Static<typeof SecondFactorState>

export const QrCode = closed({
  size: Type.Integer({ description: 'The number of modules on each side, including the quiet zone.' }),
  path: Type.String({ description: 'The dark modules, as an SVG path.' }),
})
export type QrCode = Static<typeof QrCode>

export const BeginSecondFactor = closed({ present: Password })
export const BegunSecondFactor = closed({
  secret: Type.String({ description: 'The secret in base32, to type into an app. It’s shown only here.' }),
  address: Type.String({ description: 'An otpauth:// address, which apps open.' }),
  qr: QrCode,
})
export type BegunSecondFactor = Static<typeof BegunSecondFactor>

export const ConfirmSecondFactor = closed({ code: Code })
export const ConfirmedSecondFactor = closed({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each one works once instead of a code. They’re shown only here.',
  }),
})
export type ConfirmedSecondFactor = Static<typeof ConfirmedSecondFactor>

export const EndSecondFactor = closed({ present: Password, code: Code })
