import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** Person at the browser of an OIDC provider. */
export interface Somebody {
  sub: string
  preferred_username?: string
  email?: string
  roles?: unknown
  acr?: string
}

export const CLIENT = { id: 'leadloom', secret: 'a secret of the client' }

/** An OIDC provider on this machine, which knows who is there without asking. `callback`: the address it leads back to. */
export async function localProvider(callback: string | (() => string)) {
  let there: Somebody | null = null
  let isSilent = false
  const known = new Map<string, Somebody>()
  let provider: Provider | undefined
  const server = createServer((request, response) => {
    if (isSilent) return
    void answer(provider!)
    async function answer(at: Provider) {
      if (!request.url?.startsWith('/interaction/')) return at.callback()(request, response)
      const result = there
        ? { login: { accountId: there.sub, ...(there.acr !== undefined && { acr: there.acr }) } }
        : { error: 'access_denied', error_description: 'Nobody wants to log in.' }
      await at.interactionFinished(request, response, result)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    /** Starts to answer, once the address it leads back to is known. */
    start() {
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: [typeof callback === 'string' ? callback : callback()],
            grant_types: ['authorization_code'],
            response_types: ['code'],
          },
        ],
        cookies: { keys: ['of cookies'] },
        claims: { openid: ['sub', 'acr'], profile: ['preferred_username', 'roles'], email: ['email'] },
        acrValues: ['one', 'two'],
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        findAccount: (_ctx: unknown, sub: string) => ({
          accountId: sub,
          claims: () => {
            const { acr: _, ...claims } = known.get(sub) ?? { sub }
            return claims
          },
        }),
        async loadExistingGrant(ctx: {
          oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } }
        }) {
          const { provider: at, client, session } = ctx.oidc
          const grant = new at.Grant({ clientId: client.clientId, accountId: session.accountId })
          grant.addOIDCScope('openid profile email')
          await grant.save()
          return grant
        },
      })
    },
    /** Puts this person at the browser from now on; null for a person who closes the page. */
    nowIs(somebody: Somebody | null) {
      there = somebody
      if (somebody) known.set(somebody.sub, somebody)
    },
    /** Takes connections and answers nothing from now on. */
    silence: (silent: boolean) => void (isSilent = silent),
    async end() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
