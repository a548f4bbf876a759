import type { FastifyRequest } from 'fastify'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { removeScriptHost } from '../origins/listedHosts.ts'

/** Routes for admins to list, add, and remove the hosts that flows may load scripts from. */
export function scriptHostRoutes({ store, now }: StoreAndClock) {
  const operatorOf = ({ session }: FastifyRequest) => session.operator ?? ''

  return {
    'GET /api/reports/desk/script-hosts': async () => ({ data: await store.scriptHosts() }),

    'POST /api/reports/desk/script-hosts': async ({ body: { host }, request }) => {
      const added = { host, added_by: operatorOf(request), added_at: now() }
      if (!(await store.addScriptHost(added)))
        throw refusal(409, REFUSALS.knownScriptHost(host), { field: 'host' })
      return added
    },

    'POST /api/reports/desk/script-hosts/remove': async ({ body: { host }, request }) => {
      const refused = await removeScriptHost(store, host, { by: operatorOf(request), at: now() })
      if (refused) throw refusal(refused.code, refused.sentence, { field: 'host' })
    },
  } satisfies Partial<Handlers>
}
