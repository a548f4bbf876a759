import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type Configuration,
} from 'openid-client'
import type { Settings } from '../settings/settings.ts'

/** Finds the OIDC provider of the settings by its discovery document, which is cached for some seconds. Rejects if it can't be reached
 *  within seconds; the next call tries again. */
export function oidcProvider(
  settings: Pick<Settings, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret'>,
  now: () => number,
): () => Promise<Configuration> {
  let found: { provider: Promise<Configuration>; at: number } | null = null
  return () => {
    if (found && now() - found.at < KNOWN_MS) return found.provider
    const asked = { provider: discover(settings), at: now() }
    found = asked
    asked.provider.catch(() => {
      if (found === asked) found = null
    })
    return asked.provider
  }
}

/** Long enough that an operator coming back from the provider finds it cached; if it is down, an operator who logs in later learns that
 *  here, not from their browser. */
const KNOWN_MS = 10_000
/** The operator looks at an empty page meanwhile. */
const TIMEOUT_S = 5

async function discover({
  oidcIssuer,
  oidcClientId,
  oidcClientSecret,
}: Pick<Settings, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret'>): Promise<Configuration> {
  const server = new URL(oidcIssuer ?? '')
  const auth = oidcClientSecret === null ? None() : bySecret(oidcClientSecret)
  return discovery(server, oidcClientId ?? '', undefined, auth, {
    timeout: TIMEOUT_S,
    execute: [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])],
  })
}

/** A provider that doesn't say how it takes the secret takes it in a header. Source: OpenID Connect Discovery 1.0, section 3. */
function bySecret(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}
