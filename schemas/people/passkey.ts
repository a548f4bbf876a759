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
  label: Type.String({ pattern: VISIBLE, maxLength: 60, description: 'What its owner calls it.' }),
  made_at: EpochMs,
  used_at: Type.Union([EpochMs, Type.Null()], {
    description: 'When it last logged somebody in; null when it never did.',
  }),
})
export type Passkey = Static<typeof Passkey>

export const Passkeys = closed({
  data: Type.Array(Passkey),
  origin: Type.Union([Type.String(), Type.Null()], {
    description: 'Where passkeys can be added; null where this server has no address that they work at.',
  }),
})
export type Passkeys = Static<typeof Passkeys>

const options = (call: string) =>
  closed({
    options: Type.Record(Type.String(), Type.Unknown(), {
      description: `What navigator.credentials.${call} takes, as JSON.`,
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
    description: 'Where passkeys work; null when nobody has one.',
  }),
  provider: Type.Union([Type.String(), Type.Null()], {
    description: 'What the OIDC provider is called; null when there is none.',
  }),
})
export type LoginWays = Static<typeof LoginWays>
