import { Type, type Static } from 'typebox'
import { closed, EpochMs } from '../kernel/shape.ts'

/** Second factor of an account: a code from an app, valid for 30 seconds, by RFC 6238, or a recovery code. */

/** A code, possibly pasted with spaces and hyphens. */
export const Code = Type.String({ minLength: 1, maxLength: 40 })
const Password = Type.String({ maxLength: 1024 })

export const SecondFactorState = closed({
  on_since: Type.Union([EpochMs, Type.Null()], { description: 'Null when the login asks for no code.' }),
  codes_left: Type.Integer({ description: 'Recovery codes that were not used yet.' }),
  is_required: Type.Boolean({ description: 'Whether this server requires it of everybody.' }),
})
export type SecondFactorState = Static<typeof SecondFactorState>

export const QrCode = closed({
  size: Type.Integer({ description: 'Modules on each side, with the quiet zone.' }),
  path: Type.String({ description: 'The dark ones, as the path of an SVG.' }),
})
export type QrCode = Static<typeof QrCode>

export const BeginSecondFactor = closed({ present: Password })
export const BegunSecondFactor = closed({
  secret: Type.String({ description: 'In base32, to be typed into an app; no later answer has it.' }),
  address: Type.String({ description: 'otpauth://…, which apps open.' }),
  qr: QrCode,
})
export type BegunSecondFactor = Static<typeof BegunSecondFactor>

export const ConfirmSecondFactor = closed({ code: Code })
export const ConfirmedSecondFactor = closed({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each logs in once in the place of a code; no other answer has them.',
  }),
})
export type ConfirmedSecondFactor = Static<typeof ConfirmedSecondFactor>

export const EndSecondFactor = closed({ present: Password, code: Code })
