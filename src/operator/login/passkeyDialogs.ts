import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { NewPasskey, PasskeyLogin } from '../../../schemas/people/passkey.ts'
import { LOGIN_WAYS } from '../screenWords.ts'
import { reasonOf, statusOf } from '../loading/operatorCalls.ts'

/** The browser's dialogs for passkeys. Their code is loaded on demand. */

/** True if this browser supports passkeys. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}

/** Asks the person to create a passkey. */
export async function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<Omit<NewPasskey, 'label'>> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, response } = await startRegistration({ optionsJSON })
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  }
}

/** Asks the person to sign a challenge with a passkey. */
export async function signWithPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<PasskeyLogin> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, response } = await startAuthentication({ optionsJSON })
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? '',
  }
}

/** Reason why a passkey failed, in a sentence; the server's own, if it gave one. */
export function passkeyFailure(error: unknown): string {
  if (statusOf(error) !== null || !(error instanceof Error)) return reasonOf(error)
  if (error.name === 'InvalidStateError') return LOGIN_WAYS.madeBefore
  return NO_PASSKEY.has(error.name) ? LOGIN_WAYS.noPasskey : reasonOf(error)
}

/** Source: WebAuthn, sections 5.1.3 and 5.1.4. */
const NO_PASSKEY: ReadonlySet<string> = new Set(['NotAllowedError', 'AbortError', 'SecurityError'])
