import { Type, type Static } from 'typebox'
import { closed, EpochMs, VISIBLE } from '../kernel/shape.ts'

/** Passkeys, with which operators log in without a password. Source: WebAuthn, level 3. */

const Base64Url = (maxLength: number) => Type.String({ pattern: `^[\\w-]{1,${maxLength}}$` })
/** IDs are at most 1023 bytes. */
const CredentialId = Base64Url(1364)
const ClientData = Base64Url(4096)

/** A passkey in a list. */
export const Passkey = closed({
  id: CredentialId,
  label: Type.String({ pattern: VISIBLE, maxLength: 60, description: 'The owner’s name for it.' }),
  made_at: EpochMs,
  used_at: Type.Union([EpochMs, Type.Null()], {
    description: 'When it was last used to log in. Null if it never was.',
  }),
})
export type Passkey = Static<typeof Passkey>

export const Passkeys = closed({
  data: Type.Array(Passkey),
  origin: Type.Union([Type.String(), Type.Null()], {
    description:
      'The origin where passkeys can be added. Null if this server has no address that supports them.',
  }),
})
export type Passkeys = Static<typeof Passkeys>

const options = (call: string) =>
  closed({
    options: Type.Record(Type.String(), Type.Unknown(), {
      description: `The options for navigator.credentials.${call}, as JSON.`,
    }),
  })
export const CreationOptions = options('create')
export const RequestOptions = options('get')

export const NewPasskey = closed({
  label: Passkey.properties.label,
  id: CredentialId,
  client_data: ClientData,
  attestation: Base64Url(32_768),
  transports: Type.Array(Type.String({ pattern: '^[a-z-]{1,30}$' }), { maxItems: 10 }),
})
export type NewPasskey = Static<typeof NewPasskey>

export const RemovePasskey = closed({ id: CredentialId })

/** An answer to a challenge, signed with a passkey. */
export const PasskeyLogin = closed({
  id: CredentialId,
  client_data: ClientData,
  authenticator_data: Base64Url(4096),
  signature: Base64Url(8192),
  user_handle: Base64Url(128),
})
export type PasskeyLogin = Static<typeof PasskeyLogin>

/** Logins of operators other than by password. */
export const LoginWays = closed({
  passkey_origin: Type.Union([Type.String(), Type.Null()], {
    description: 'The origin where passkeys work. Null if no one has one.',
  }),
  provider: Type.Union([Type.String(), Type.Null()], {
    description: 'The name of the OIDC provider. Null if there’s none.',
  }),
})
export type LoginWays = Static<typeof LoginWays>
